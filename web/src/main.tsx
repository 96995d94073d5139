import './style/fonts.css';
import './style/page.css';
import './style/table.css';
import './style/screens.css';
import './style/sintra.css';
import './style/pavilion.css';
import './style/duel.css';
import './style/sideways.css';
import { effect } from '@preact/signals';
import { render } from 'preact';
import { layCloth } from './art/sprite.ts';
import { followLanguage } from './language.ts';
import { App } from './screens/app.tsx';
import { hasMotion } from './settings.ts';

layCloth(document.body);
effect(() => void document.documentElement.classList.toggle('still', !hasMotion.value));
await followLanguage();
render(<App />, document.getElementById('app')!);
