"""The bot that searches."""
