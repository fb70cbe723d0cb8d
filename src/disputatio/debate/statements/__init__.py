"""What is held and what is disputed: points, claims, moves with their reasons, consensus, argumentation.

For the board, for policies and for the views. Everything here is a pure fold over the turns so far."""
