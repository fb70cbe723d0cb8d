"""Models outside debates: which can be asked, single answers to single questions, embeddings."""
