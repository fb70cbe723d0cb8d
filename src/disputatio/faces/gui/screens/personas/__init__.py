"""The page of personas: whom seats can play. Who they are on a sheet, and what they have read beside it."""
