"""What the models of a debate are told, what was cut, what was held back, and to whom it goes."""
