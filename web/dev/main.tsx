/** Tables from files, without a server: to work on how games look. See README.md. */
import '../src/style/fonts.css';
import '../../src/azulejos/look/colours.css';
import '../src/style/page.css';
import '../src/style/table.css';
import '../src/style/screens.css';
import '../src/style/sintra.css';
import '../src/style/pavilion.css';
import '../src/style/duel.css';
import '../src/style/sideways.css';
import { render } from 'preact';
import { layCloth } from '../src/art/sprite.ts';
import { followLanguage } from '../src/language.ts';
import type { Update } from '../src/messages.ts';
import { newState, Table } from '../src/screens/table.tsx';

const updates = (await (await fetch('/updates.json')).json()) as Record<string, Update>;
const wanted = location.pathname.slice(1) || Object.keys(updates)[0]!;
const update = updates[wanted];

layCloth(document.body);
await followLanguage();
if (update) {
  const state = newState();
  state.line.value = 'open';
  state.door = {
    ask: question => {
      console.log('asked', question);
      return 'dev';
    },
  };
  state.received(update);
  render(<Table state={state} />, document.getElementById('app')!);
} else {
  document.getElementById('app')!.textContent = `There are: ${Object.keys(updates).join(', ')}`;
}
