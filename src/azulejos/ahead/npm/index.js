// The rules and searches of Azulejos without Python: bindings of the bare WebAssembly modules.
// A table is a Uint8Array that you own; a move is its code. index.d.ts describes everything.

import { Kernels } from "./memory.js";
import { Searcher } from "./search.js";

export { Rng } from "./memory.js";

/** Load a game: with SIMD where there is any. */
export async function load(name) {
  let memory;
  const { default: facts } = await import(`./${name}.js`);
  const bytes = await fetchBytes(new URL(`${name}${hasSimd() ? "" : ".plain"}.wasm`, import.meta.url));
  const { instance } = await WebAssembly.instantiate(bytes, { env: { clock_gettime } });
  memory = instance.exports.memory;
  return new Game(facts, new Kernels(instance.exports, facts.kernels));

  // A clock that never goes back: seconds and nanoseconds, as two whole numbers of 64 bits
  function clock_gettime(_which, address) {
    const now = performance.now();
    const words = new BigInt64Array(memory.buffer, address, 2);
    words[0] = BigInt(Math.floor(now / 1000));
    words[1] = BigInt(Math.floor((now % 1000) * 1e6));
    return 0;
  }
}

async function fetchBytes(url) {
  if (url.protocol !== "file:") return (await fetch(url)).arrayBuffer();
  const { readFile } = await import("node:fs/promises");
  return readFile(url);
}

/** Whether there is SIMD: asked with a module whose only function uses it. */
function hasSimd() {
  return WebAssembly.validate(
    new Uint8Array([
      0, 97, 115, 109, 1, 0, 0, 0, 1, 5, 1, 96, 0, 1, 123, 3, 2, 1, 0, 10, 10, 1, 8, 0, 65, 0, 253,
      15, 253, 98, 11,
    ]),
  );
}

export class Game {
  #facts;
  #kernels;
  #raw;
  #scratch;
  #codes;
  #values;
  #pieces;
  #keys;
  #rng;
  #search;

  constructor(facts, kernels) {
    this.#facts = facts;
    this.#kernels = kernels;
    this.#raw = kernels.array("uint8", facts.tableBytes);
    this.#scratch = kernels.array("uint8", facts.tableBytes);
    this.#codes = kernels.array("int32", facts.moves.length);
    this.#values = kernels.array("int32", facts.moves.length);
    this.#pieces = kernels.array("int32", facts.mostPieces);
    this.#keys = kernels.array("int32", facts.rankedBy.length);
    this.#rng = kernels.array("int64", 2);
  }

  get name() {
    return this.#facts.name;
  }

  get title() {
    return this.#facts.title;
  }

  get options() {
    return this.#facts.options;
  }

  newTable(chosen = {}) {
    const table = new Uint8Array(this.#facts.tableBytes);
    for (const [offset, byte] of this.#facts.defaultBytes) table[offset] = byte;
    for (const [name, value] of Object.entries(chosen)) {
      const option = this.options[name];
      if (!option) throw new RangeError(`${this.name} has no option ${name}`);
      const place = option.values.indexOf(value);
      if (place < 0) throw new RangeError(`${this.name}: ${name} cannot be ${value}`);
      for (const [offset, byte] of option.bytes[place]) table[offset] = byte;
    }
    const { players = this.options.players.default, start = 0 } = chosen;
    if (start > players) throw new RangeError(`${this.name}: there are only ${players} seats`);
    return this.#changed(table, () => this.#kernels.call("set_up", this.#raw));
  }

  /** The seat to move; null once the game is over, "chance" where something is to be dealt. */
  turn(table) {
    const turn = this.read(table).turn;
    const { CHANCE, NOBODY } = this.#facts.constants;
    return turn === NOBODY ? null : turn === CHANCE ? "chance" : turn;
  }

  legalMoves(table) {
    this.#raw.put(table);
    return this.#codes.take(this.#kernels.call("list_moves", this.#raw, this.#codes));
  }

  /** The legal moves, each with the score that its player has if the round ends right after it. */
  valuedMoves(table) {
    this.#raw.put(table);
    const number = this.#kernels.call(
      "value_moves", this.#raw, this.#scratch, this.#codes, this.#values,
    );
    const values = this.#values.take(number);
    return this.#codes.take(number).map((move, place) => ({ move, score: values[place] }));
  }

  play(table, move) {
    if (!this.legalMoves(table).includes(move)) throw new RangeError(`illegal move: ${move}`);
    return this.#changed(table, () => this.#kernels.call("make_move", this.#raw, move));
  }

  /** Draw for chance, and deal what was drawn. */
  deal(table, rng) {
    if (this.turn(table) !== "chance") throw new RangeError("nothing is to be dealt");
    this.#scratch.put(table);
    const number = this.#withRng(rng, () =>
      this.#kernels.call("sample", this.#scratch, this.#rng, this.#pieces),
    );
    return this.#changed(table, () =>
      this.#kernels.call("deal", this.#raw, this.#pieces, number),
    );
  }

  /** Play random moves to the end of the game. */
  playRandomly(table, rng) {
    let moves = 0;
    const after = this.#changed(table, () => {
      moves = this.#withRng(rng, () =>
        this.#kernels.call("play_randomly", this.#raw, this.#rng, this.#codes, this.#pieces),
      );
    });
    return { table: after, moves };
  }

  /** What a seat may know: the table with everything else blank. */
  view(table, seat) {
    if (!this.#kernels.has("conceal")) return table.slice();
    return this.#changed(table, () => this.#kernels.call("conceal", this.#raw, seat));
  }

  /** A whole table that a seat's view may be of. */
  imagine(view, seat, rng) {
    if (!this.#kernels.has("imagine")) return view.slice();
    return this.#changed(view, () =>
      this.#withRng(rng, () => this.#kernels.call("imagine", this.#raw, seat, this.#rng)),
    );
  }

  /** What the winner is found by, the most important first. */
  rankKeys(table, seat) {
    this.#raw.put(table);
    this.#kernels.call("rank_keys", this.#raw, seat, this.#keys);
    return this.#keys.take(this.#facts.rankedBy.length);
  }

  /** The fields of a table as numbers, arrays and objects. */
  read(table) {
    return readRecord(new DataView(table.buffer, table.byteOffset), this.#facts.fields, 0);
  }

  moveText(move) {
    return this.#facts.moves[move];
  }

  moveCode(text) {
    return this.#facts.moves.indexOf(text);
  }

  /** Look for the best move of the seat to move, in a table that it may know. */
  search(table, budget = { seconds: 0.5 }) {
    this.#search ??= new Searcher(this, this.#facts, this.#kernels);
    return this.#search.think(table, budget);
  }

  #changed(table, change) {
    this.#raw.put(table);
    change();
    return this.#raw.numbers.slice();
  }

  #withRng(rng, use) {
    this.#rng.put(rng.words);
    const given = use();
    rng.words.set(this.#rng.numbers);
    return given;
  }
}

const READERS = { int8: "getInt8", int16: "getInt16", int32: "getInt32", uint8: "getUint8" };
const SIZES = { int8: 1, uint8: 1, int16: 2, int32: 4 };

function readRecord(view, fields, start) {
  const read = ({ type, size, fields: inner }, at) =>
    inner ? readRecord(view, inner, at) : view[READERS[type]](at, true);
  const part = (field, at, [length, ...rest]) => {
    if (length === undefined) return read(field, at);
    const step = rest.reduce((size, each) => size * each, field.size ?? SIZES[field.type]);
    return Array.from({ length }, (_, place) => part(field, at + place * step, rest));
  };
  return Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [
      name,
      part(field, start + field.offset, field.shape),
    ]),
  );
}
