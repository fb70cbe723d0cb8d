"""One debate on the screen: what is heard of it (live), its head, transcript, composer, and the inspector beside it."""
