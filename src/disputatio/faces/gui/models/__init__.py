"""What the widgets show, as plain values, and the Qt item models over them."""
