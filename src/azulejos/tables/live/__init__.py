"""A table that is played at: its log, who may do what, and what each is told."""
