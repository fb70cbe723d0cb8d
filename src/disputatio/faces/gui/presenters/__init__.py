"""What the widgets show, made from debates: pure functions without Qt's widgets."""
