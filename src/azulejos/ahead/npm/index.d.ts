import type { Games } from "./games.js";

export type * from "./games.js";

/** A position as bytes. It is a value: nothing here changes it. */
export type Table = Uint8Array;

/** The code of a move; `Game.moveText` writes it. */
export type Move = number;

/** A generator of random numbers: the same two whole numbers of 32 bits give the same game. */
export class Rng {
  constructor(first?: number, second?: number);
}

/** What a search may spend; half a second if nothing is said. */
export interface Budget {
  seconds?: number;
  nodes?: number;
  /** How many moves deep it may look; in Azul Duel, turns. */
  depth?: number;
  /** The table has nothing blank: it need not be imagined. */
  isWhole?: boolean;
}

export interface Found {
  move: Move;
  /** How many points ahead the move will leave the player. */
  points: number;
  /** The game will end by then, and somebody win it. */
  isDecided: boolean;
  /** The player will. */
  isWon: boolean;
  /** The same in hundredths of a point, with a victory as 1,000 points. */
  value: number;
  depth: number;
  nodes: number;
  /** Everything was searched to the end of the round. */
  isComplete: boolean;
  /** Best play from this move on. */
  line: Move[];
}

export interface Option {
  values: readonly (number | string)[];
  default: number | string;
  meaning: string;
}

export class Game<Name extends keyof Games = keyof Games> {
  private constructor();
  readonly name: Name;
  readonly title: string;
  readonly options: Record<keyof Games[Name]["options"], Option>;

  /** The table before anything is dealt. Throws a RangeError if there is no such option. */
  newTable(options?: Games[Name]["options"]): Table;
  /** The seat to move, from 0; "chance" where something is to be dealt, null once it is over. */
  turn(table: Table): number | "chance" | null;
  legalMoves(table: Table): Move[];
  /** The legal moves, each with the player's score if the round ended right after it. */
  valuedMoves(table: Table): { move: Move; score: number }[];
  /** The table after a move. Throws a RangeError if the move is illegal. */
  play(table: Table, move: Move): Table;
  /** The table after chance has drawn. */
  deal(table: Table, rng: Rng): Table;
  /** The table after random moves to the end of the game. */
  playRandomly(table: Table, rng: Rng): { table: Table; moves: number };
  /** What a seat may know. */
  view(table: Table, seat: number): Table;
  /** A whole table that a seat's view may be of. */
  imagine(view: Table, seat: number, rng: Rng): Table;
  /** What the winner is found by, the most important first; more is better. */
  rankKeys(table: Table, seat: number): number[];
  /** What lies on the table. */
  read(table: Table): Games[Name]["table"];
  moveText(move: Move): string;
  /** The code of a move that is written, or -1. */
  moveCode(text: string): Move;
  /** Look for the best move of the seat to move. It blocks: call it in a worker. */
  search(table: Table, budget?: Budget): Found;
}

/** Load a game, with SIMD where there is any. */
export function load<Name extends keyof Games>(name: Name): Promise<Game<Name>>;
