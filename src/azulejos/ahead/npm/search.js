// The search: what bots/search/engine.py does between calls of kernels. No rules, no evaluation.

import { Rng } from "./memory.js";

/** A search with its memory; it may be asked again and again. */
export class Searcher {
  #game;
  #facts;
  #kernels;
  #is;
  #rooms = new Map(); // by the least number of players
  #line;

  constructor(game, facts, kernels) {
    this.#game = game;
    this.#facts = facts;
    this.#kernels = kernels;
    this.#is = facts.constants;
    this.#line = kernels.array("int32", facts.mostPlies + 2);
  }

  think(table, { seconds, nodes, depth, isWhole = false }) {
    const { players } = this.#game.read(table);
    const me = this.#game.turn(table);
    if (typeof me !== "number") throw new RangeError("no seat is to move");
    const { room, tree } = this.#roomFor(players);
    const span = seconds === undefined ? this.#is.UNLIMITED : Math.round(seconds * 1e9);
    this.#kernels.call("workspace.set_limits", room, nodes ?? this.#is.UNLIMITED, span);
    const known = isWhole ? table : this.#game.imagine(table, me, seededBy(table));
    room.tables.put(known);
    const history = room.history.numbers;
    history.forEach((count, move) => (history[move] = count >> 2));
    const plies = Math.min(this.#facts.mostPlies, depth ?? this.#facts.mostPlies);
    const found = tree ? this.#searchTree(room, tree, plies) : this.#deepen(room, known, me, plies);
    return {
      ...found,
      ...this.#valued(found.value),
      nodes: this.#told(room, "NODES"),
      isComplete: !this.#told(room, "STOP") && !this.#told(room, "CUT_SHORT"),
    };
  }

  #roomFor(players) {
    const leasts = Object.keys(this.#facts.searches).map(Number);
    const least = Math.max(...leasts.filter((each) => each <= players));
    if (!this.#rooms.has(least)) {
      const { Workspace, Tree } = this.#facts.searches[least];
      this.#rooms.set(least, {
        room: this.#kernels.block(Workspace),
        tree: Tree && this.#kernels.block(Tree),
      });
    }
    return this.#rooms.get(least);
  }

  #told(room, name) {
    return Number(room.tally.numbers[this.#is[name]]);
  }

  #tell(room, name, value) {
    room.tally.numbers[this.#is[name]] = BigInt(value);
  }

  #deepen(room, table, me, plies) {
    const { INFINITY } = this.#is;
    const [first] = this.#game.legalMoves(table);
    room.values.numbers.fill(-INFINITY);
    room.values.numbers[first] = 0; // something to play, were there no time at all
    this.#tell(room, "BEST", first);
    let depth = 0;
    while (depth < plies) {
      depth += 1;
      this.#tell(room, "CUT_SHORT", 0);
      this.#kernels.call("search", room, me, 0, depth, -INFINITY, INFINITY);
      if (this.#told(room, "STOP") || !this.#told(room, "CUT_SHORT")) break;
    }
    const move = this.#told(room, "BEST");
    const length = this.#kernels.call("variation.list_variation", room, me, move, this.#line);
    return { move, value: room.values.numbers[move], depth, line: this.#line.take(length) };
  }

  #searchTree(room, tree, plies) {
    const { INFINITY, ROOT, PROVEN, CODE } = this.#is;
    const fact = (node, which) => tree.facts.numbers[node * tree.facts.shape[1] + which];
    const number = this.#kernels.call("list_root_moves", room);
    this.#tell(room, "NEXT_CHECK", INFINITY); // without the first moves there would be no values
    let used = this.#kernels.call("puct.expand_root", room, tree, number);
    this.#tell(room, "NEXT_CHECK", 0);
    do {
      const nodes = 2 * this.#told(room, "NODES");
      used = this.#kernels.call("puct.search", room, tree, plies, used, nodes, 0, 1);
    } while (!this.#told(room, "STOP") && !fact(ROOT, PROVEN));
    const best = this.#kernels.call("tree.best_child", tree, ROOT);
    const length = this.#kernels.call("tree.list_variation", tree, best, this.#line);
    return {
      move: fact(best, CODE),
      value: this.#kernels.call("tree.value_of", tree, best),
      depth: length,
      line: this.#line.take(length),
    };
  }

  /** A value in points, and who wins, if the game ends by then. */
  #valued(value) {
    const { POINT, WON } = this.#is;
    const isDecided = Math.abs(value) > WON / 2;
    const rest = isDecided ? value - Math.sign(value) * WON : value;
    return { points: rest / POINT, isDecided, isWon: isDecided && value > 0 };
  }
}

/** A generator that is the same for the same table. */
function seededBy(table) {
  let hash = 2166136261;
  for (const byte of table) hash = Math.imul(hash ^ byte, 16777619);
  return new Rng(hash >>> 0, (Math.imul(hash, 40503) >>> 0) + 1);
}
