/**
 * What can be clicked next: the legal moves as sequences of things, and nothing of the rules.
 *
 * Headless and pure. A choice is a list of steps, each the name of a thing on the table. What has
 * been clicked so far is a prefix of some choices; the next steps of these are the targets.
 */
import type { Choice } from './messages.ts';

/** A thing that may be clicked now. */
export interface Target {
  name: string;
  choice: Choice | null; // the move that this click completes
  best: number; // the best score that can follow
}

/** What a click led to. */
export interface Picked {
  chosen: string[];
  choice: Choice | null;
}

/** Steps that are taken by themselves where there is no other way to go on. */
const OBVIOUS = /^(tile|pay|stack)-/;

export function matching(choices: readonly Choice[], chosen: readonly string[]): Choice[] {
  return choices.filter(choice => chosen.every((name, at) => choice.steps[at] === name));
}

/** What may be clicked next, by name. */
export function targets(
  choices: readonly Choice[],
  chosen: readonly string[],
): Map<string, Target> {
  const found = new Map<string, Target>();
  for (const choice of matching(choices, chosen)) {
    const name = choice.steps[chosen.length];
    if (name === undefined) continue;
    const known = found.get(name);
    const completes = choice.steps.length === chosen.length + 1;
    found.set(name, {
      name,
      choice: completes ? choice : (known?.choice ?? null),
      best: Math.max(choice.score, known?.best ?? -Infinity),
    });
  }
  return found;
}

/** The move that the clicks so far stand for, unless they may go on. */
export function complete(choices: readonly Choice[], chosen: readonly string[]): Choice | null {
  const left = matching(choices, chosen);
  return left.length === 1 && left[0]!.steps.length === chosen.length ? left[0]! : null;
}

/**
 * Click a thing: go on with it; or take back the last click if it is clicked again; or start over
 * with it. A thing that means nothing now leaves all as it was.
 */
export function pick(choices: readonly Choice[], chosen: readonly string[], name: string): Picked {
  if (targets(choices, chosen).has(name)) return advance(choices, [...chosen, name]);
  if (chosen.at(-1) === name) return { chosen: stepBack(choices, chosen), choice: null };
  if (targets(choices, []).has(name)) return advance(choices, [name]);
  return { chosen: [...chosen], choice: null };
}

/** Without the last click, and without what followed from it by itself. */
export function stepBack(choices: readonly Choice[], chosen: readonly string[]): string[] {
  let clicked = chosen.length - 1;
  while (clicked > 0 && isObvious(choices, chosen.slice(0, clicked), chosen[clicked]!)) clicked--;
  return chosen.slice(0, Math.max(0, clicked));
}

function advance(choices: readonly Choice[], chosen: string[]): Picked {
  for (;;) {
    const next = [...targets(choices, chosen).keys()];
    if (next.length !== 1 || !isObvious(choices, chosen, next[0]!)) break;
    chosen = [...chosen, next[0]!];
  }
  return { chosen, choice: complete(choices, chosen) };
}

function isObvious(choices: readonly Choice[], chosen: readonly string[], name: string): boolean {
  return chosen.length > 0 && OBVIOUS.test(name) && targets(choices, chosen).size === 1;
}
