"""Models beside debates: who can be asked, one answer to one question, embeddings."""
