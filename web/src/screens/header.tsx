/** The heading of a table: the game, how far it is, and what lies in bag and discard. */
import type { ComponentChildren } from 'preact';
import type { Line } from '../connection.ts';
import type { Pile, View } from '../games/view.ts';
import { t } from '../language.ts';
import type { Scene, Update } from '../messages.ts';
import { isSite, to } from '../route.ts';
import { isNarrow } from '../screen.ts';

interface Props {
  update: Update;
  scene: Scene;
  view: View;
  line: Line;
  children: ComponentChildren; // buttons
}

export function Header({ update, scene, view, line, children }: Props) {
  return (
    <header class="bar">
      <a class="home" href={to('/')} aria-label={t('ui.lobby')}>
        <Logo />
      </a>
      <h1>{t(`game.${update.game}`)}</h1>
      {view.facts(scene).map(({ name, value }) => (
        <span class="fact" key={name}>
          {t(name)} <b>{value}</b>
        </span>
      ))}
      <Piles scene={scene} view={view} />
      <span class="space" />
      {update.spectators > 0 && <Spectators n={update.spectators} />}
      {!(isSite && line === 'open') && (
        <span class={`line ${line}`}>
          <i aria-hidden="true" />
          <span>{t(`ui.line.${line}`)}</span>
        </span>
      )}
      {children}
    </header>
  );
}

/** How many look on; on a narrow screen as a sign. */
function Spectators({ n }: { n: number }) {
  const said = t('ui.spectators', { n });
  if (!isNarrow.value) return <span class="fact">{said}</span>;
  return (
    <span class="fact spectators" role="img" aria-label={said} title={said}>
      <svg viewBox="0 0 20 20" aria-hidden="true">
        <path d="M1.5 10Q10 1 18.5 10Q10 19 1.5 10Z" />
        <circle cx={10} cy={10} r={2.8} />
      </svg>
      <b aria-hidden="true">{n}</b>
    </span>
  );
}

/** What nobody sees, counted; on a narrow screen behind a button. */
function Piles({ scene, view }: { scene: Scene; view: View }) {
  const piles = view.piles(scene);
  const notes = isNarrow.value ? (view.notes?.(scene) ?? []) : [];
  const counts = (
    <div class="piles">
      {piles.map(pile => (
        <PileCount key={pile.name} pile={pile} shape={view.shape} />
      ))}
      {notes.map(note => (
        <span class="note-of" key={note}>
          {note}
        </span>
      ))}
    </div>
  );
  if (!isNarrow.value || piles.length === 0) return counts;
  return (
    <details class="more" data-pile="bag discard">
      <summary aria-label={`${t('ui.piles')}: ${total(piles[0]!)}`}>
        <svg class="bag" viewBox="0 0 20 20" aria-hidden="true">
          <path d="M6 2h8l-2 4q5 3 5 8 0 4-4 4H7q-4 0-4-4 0-5 5-8z" />
        </svg>
        {total(piles[0]!)}
      </summary>
      {counts}
    </details>
  );
}

const total = (pile: Pile) => Object.values(pile.amounts).reduce((sum, n) => sum + n, 0);

function PileCount({ pile, shape }: { pile: Pile; shape: string }) {
  const detail = Object.entries(pile.amounts)
    .map(([colour, n]) => `${t(`colour.${colour}`)} ${n}`)
    .join(', ');
  return (
    <span class="pile" data-pile={pile.pile} role="img" aria-label={`${t(pile.name)} ${total(pile)}: ${detail}`}>
      <span class="fact" aria-hidden="true">
        {t(pile.name)} <b>{total(pile)}</b>
      </span>
      {Object.entries(pile.amounts).map(([colour, n]) => (
        <span class={n ? 'amount' : 'amount none'} key={colour} aria-hidden="true">
          <svg viewBox="0 0 100 100">
            <use href={`#${shape}-${colour}`} />
          </svg>
          {n}
        </span>
      ))}
    </span>
  );
}

export function Logo() {
  return (
    <svg class="logo" viewBox="0 0 100 100" aria-hidden="true">
      <use href="#tile-blue" />
    </svg>
  );
}
