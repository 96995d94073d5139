"""Live tables, lobby, people, study and requests: on a server and in a browser, without the web."""
