"""What answers requests and sockets: all that needs the web framework."""
