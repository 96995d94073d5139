/** The page with a fifth game: nothing is added to it but an entry in the list of games. */
import './listed.tsx';
import '../../src/main.tsx';
