"""What is answered over HTTP: a module for each group of questions."""
