"""Starting the server, in one process or several, until it is told to stop."""
