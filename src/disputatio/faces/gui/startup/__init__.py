"""What happens around the window: is there a screen, does one run already, where it stood, what to do about bugs."""
