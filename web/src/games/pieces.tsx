/** What the tables of several games are drawn of. All of it is SVG. */
import { useContext, useLayoutEffect, useRef, useState } from 'preact/hooks';
import { createContext, type ComponentChildren, type RefObject } from 'preact';
import { computed, type ReadonlySignal } from '@preact/signals';
import look from 'look/table.json';
import type { Target } from '../interaction.ts';
import { t } from '../language.ts';
import { levelName } from '../levels.ts';
import type { Bonus } from '../messages.ts';
import { plain, signed } from '../words.ts';
import type { Frame, Player } from './view.ts';

/** What the things on a table need to know: see `TableState`. */
export interface Stage {
  targets: ReadonlySignal<Map<string, Target>>;
  chosen: ReadonlySignal<readonly string[]>;
  hinted: ReadonlySignal<ReadonlySet<string>>;
  score: ReadonlySignal<number>; // of whoever is to move, now
  showsEmpty?: boolean; // displays on which nothing lies, also where room is scarce
  click(name: string): void;
}

const nobody: Stage = {
  targets: computed(() => new Map()),
  chosen: computed(() => []),
  hinted: computed(() => new Set<string>()),
  score: computed(() => 0),
  click: () => undefined,
};
export const StageContext = createContext<Stage>(nobody);
export const useStage = (): Stage => useContext(StageContext);

interface TileProps {
  colour: string;
  place: string;
  x: number;
  y: number;
  size: number;
  shape?: string;
}

/** A tile, which flies if it came from elsewhere. `place` names where it lies, for that. */
export function Tile({ colour, place, x, y, size, shape = 'tile' }: TileProps) {
  return (
    <use
      href={`#${colour === 'first' ? 'tile' : shape}-${colour}`}
      {...{ x, y, width: size, height: size, 'data-tile': colour, 'data-place': place }}
    />
  );
}

/** An empty space that wants a tile of this colour. */
export function Ghost({ colour, x, y, size, shape = 'tile' }: Omit<TileProps, 'place'>) {
  return <use href={`#ghost-${shape}-${colour}`} {...{ x, y, width: size, height: size }} />;
}

/** Tiles that a click would put there. */
export function Preview({ colour, x, y, size, shape = 'tile' }: Omit<TileProps, 'place'>) {
  return (
    <use href={`#${shape}-${colour}`} class="preview" {...{ x, y, width: size, height: size }} />
  );
}

interface ThingProps {
  name: string | null; // as the steps of moves name it; null: nobody can click this one
  label: string; // what a screen reader says
  badge?: readonly [x: number, y: number]; // where to show what it would score
  badgeSize?: number; // as a part of the usual one
  isTold?: (gain: number) => boolean; // whether the badge says something; otherwise always
  isAhead?: boolean; // show the best that can follow, though more is to be chosen
  class?: string;
  transform?: string;
  children: ComponentChildren | ((is: ThingState) => ComponentChildren);
}

export interface ThingState {
  isLegal: boolean;
  isChosen: boolean;
}

/** Something on the table that may be a step of a move: clickable when it is one now. */
export function Thing(props: ThingProps) {
  const { name, label, badge, badgeSize = 1, isTold, isAhead = false, class: extra = '', transform, children } = props;
  const stage = useStage();
  const target = name === null ? undefined : stage.targets.value.get(name);
  const isChosen = name !== null && stage.chosen.value.includes(name);
  const state = { isLegal: target !== undefined, isChosen };
  const inside = typeof children === 'function' ? children(state) : children;
  const classes = ['thing', extra, target && 'legal', isChosen && 'chosen'];
  if (name !== null && stage.hinted.value.has(name)) classes.push('hinted');
  const shown = { class: classes.filter(Boolean).join(' '), transform };
  if (name === null) {
    return (
      <g {...shown} role="img" aria-label={label}>
        {inside}
      </g>
    );
  }
  if (!target && !isChosen) {
    return (
      <g {...shown} data-thing={name} role="img" aria-label={label}>
        {inside}
      </g>
    );
  }
  const isShown = target?.choice || (isAhead && target);
  const points = isShown ? target.best - stage.score.value : 0;
  const gain = isShown ? signed(points) : null;
  const click = () => stage.click(name);
  return (
    <g
      {...shown}
      data-thing={name}
      data-legal={target ? '' : undefined}
      role="button"
      tabindex={0}
      aria-pressed={isChosen}
      aria-label={gain === null ? label : t('ui.target', { thing: label, gain })}
      onClick={click}
      onKeyDown={pressed(click)}
    >
      {inside}
      {gain !== null && badge && (isTold?.(points) ?? true) && <Badge at={badge} text={gain} size={badgeSize} />}
    </g>
  );
}

export function pressed(press: () => void) {
  return (event: KeyboardEvent) => {
    if (event.key !== 'Enter' && event.key !== ' ') return;
    event.preventDefault();
    press();
  };
}

function Badge({ at: [x, y], text, size }: { at: readonly [number, number]; text: string; size: number }) {
  const width = 16 + text.length * 9;
  return (
    <g class={text.startsWith('−') ? 'badge bad' : 'badge'} transform={`translate(${x} ${y}) scale(${size})`}>
      <rect x={-width / 2} y={-12} width={width} height={24} rx={12} />
      <text y={6}>{text}</text>
    </g>
  );
}

/** A sheet of paper with a rule, which a board is drawn on. */
export function Sheet({ width, height, isOwn }: { width: number; height: number; isOwn: boolean }) {
  return (
    <>
      <rect class="sheet" x={3} y={3} width={width - 6} height={height - 6} rx={20} />
      <rect class="rule" x={10} y={10} width={width - 20} height={height - 20} rx={14} />
      {isOwn && (
        <g opacity={0.5} aria-hidden="true">
          <use href="#corner" x={11} y={11} width={look.corner} height={look.corner} />
          <use
            href="#corner"
            width={look.corner}
            height={look.corner}
            transform={`translate(11 ${height - 11}) scale(1 -1)`}
          />
        </g>
      )}
    </>
  );
}

/** A board: a sheet, and who sits there. */
export function BoardFrame(props: {
  player: Player;
  width: number;
  height: number;
  frame: Frame;
  children: ComponentChildren;
}) {
  const { player, width, height, frame, children } = props;
  const label = t('ui.board', { name: player.name, score: player.score });
  const classes = ['board', player.isToMove && 'active'];
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      class={classes.filter(Boolean).join(' ')}
      role="group"
      aria-label={label}
      data-seat={player.seat}
    >
      <Sheet width={width} height={height} isOwn={frame === 'plaque'} />
      {frame === 'plaque' && <Plaque player={player} height={height} />}
      {frame === 'heading' && <Heading player={player} width={width} />}
      {children}
    </svg>
  );
}

export const PLAQUE = look.plaque; // units that a plaque takes at the left

/** Units that stay free at the top of a board. */
export const TOP: Record<Frame, number> = look.top;

export const initial = (name: string) => [...name][0]?.toUpperCase() ?? '?';
const fitted = (name: string, letters: number) =>
  [...name].length > letters ? `${[...name].slice(0, letters - 1).join('')}…` : name;

function Plaque({ player, height }: { player: Player; height: number }) {
  const middle = height / 2;
  return (
    <g class="plaque">
      <g transform={`translate(98 ${middle - 88})`}>
        <circle class={`medal seat-${player.seat}`} r={42} />
        <circle class="medal-ring" r={36.5} />
        <text class="medal-text big" y={14}>
          {initial(player.name)}
        </text>
      </g>
      <text class="name middle" x={98} y={middle - 14}>
        {fitted(player.name, 12)}
      </text>
      <text class="score" x={98} y={middle + 62} data-place={`seat-${player.seat}-score`}>
        {plain(player.score)}
      </text>
      <text class="caption" x={98} y={middle + 86}>
        {t('ui.points', { n: player.score })}
      </text>
      <text class="turn" x={98} y={middle + 116}>
        {status(player)}
      </text>
    </g>
  );
}

function Heading({ player, width }: { player: Player; width: number }) {
  const name = fitted(player.name, 13);
  return (
    <g class="heading">
      <circle class={`medal seat-${player.seat}`} cx={42} cy={36} r={19} />
      <text class="medal-text" x={42} y={43}>
        {initial(player.name)}
      </text>
      <text class="name" x={72} y={44}>
        {name}
        <tspan class="turn small" dx={12}>
          {status(player)}
        </tspan>
      </text>
      <text class="score small" x={width - 24} y={50} data-place={`seat-${player.seat}-score`}>
        {plain(player.score)}
      </text>
    </g>
  );
}

/** What a bonus is for and how far it has come; `which` of its kind it is, if not its number. */
export function bonusText(bonus: Bonus, which: string | number = bonus.number): string {
  const name = { message: bonus.name, values: { number: which } };
  return t('ui.bonus', { name, have: bonus.have, need: bonus.need, n: bonus.points });
}

/** What to say of a player beside the name. */
export function status(player: Player): string {
  if (player.hasResigned) return t('ui.resigned');
  if (player.clock) return clockText(player.clock.seconds);
  if (player.isToMove) return player.isOwn ? t('ui.your-turn') : t('ui.thinking');
  if (!player.isHere) return t('ui.away');
  if (player.instead) return t('ui.bot-instead', { level: levelName(player.instead) });
  return player.level ? t('ui.bot-level', { level: levelName(player.level) }) : '';
}

export function clockText(seconds: number): string {
  const left = Math.max(0, Math.ceil(seconds));
  const hours = Math.floor(left / 3600);
  if (hours >= 48) return daysText(Math.round(left / 3600));
  const two = (n: number) => String(n).padStart(2, '0');
  const minutes = Math.floor((left % 3600) / 60);
  return hours ? `${hours}:${two(minutes)}:${two(left % 60)}` : `${minutes}:${two(left % 60)}`;
}

function daysText(hours: number): string {
  const days = t('ui.days', { n: Math.floor(hours / 24) });
  return hours % 24 ? `${days} ${t('ui.hours', { n: hours % 24 })}` : days;
}

/** The size of an element, kept up to date. */
export function useSize(element: RefObject<HTMLElement>): readonly [number, number] {
  const [size, resize] = useState<readonly [number, number]>([1000, 460]);
  useLayoutEffect(() => {
    const observer = new ResizeObserver(([entry]) => {
      const { width, height } = entry!.contentRect;
      if (width > 0 && height > 0) resize([width, height]);
    });
    observer.observe(element.current!);
    return () => observer.disconnect();
  }, []);
  return size;
}

/** A drawing that fills its place, drawn for the shape of that place. */
export function Filling(props: {
  label: string;
  children: (width: number, height: number) => ComponentChildren;
}) {
  const host = useRef<HTMLDivElement>(null);
  const [width, height] = useSize(host);
  const isWide = width > height * 1.05;
  const h = isWide ? 460 : 600;
  const w = Math.round(h * Math.min(width / height, 2.6));
  return (
    <div class="filling" ref={host}>
      <svg viewBox={`0 0 ${w} ${h}`} role="group" aria-label={props.label}>
        {props.children(w, h)}
      </svg>
    </div>
  );
}
