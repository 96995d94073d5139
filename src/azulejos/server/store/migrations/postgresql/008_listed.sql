-- Results of games of the day that guests show to others
CREATE INDEX notes_listed ON notes (key, at) WHERE kind = 'listed'
