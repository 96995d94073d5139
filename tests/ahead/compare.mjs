// Plays and searches what `wasm_cases.py` lists, by the bindings, and says what came out otherwise.
// In Node it is a program: node compare.mjs PACKAGE CASES.

const WORDS = [20241116, 977];

async function digest(...parts) {
  const bytes = new TextEncoder().encode(JSON.stringify(parts));
  const hash = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
  return Array.from(hash, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

const numbers = (words) => Array.from(words, Number);

async function played(game, options, Rng) {
  const rng = new Rng(...WORDS);
  const { table, moves } = game.playRandomly(game.newTable(options), rng);
  return digest(moves, [...table], numbers(rng.words));
}

async function stepped(game, options, Rng) {
  const rng = new Rng(...WORDS);
  const told = [];
  let table = game.newTable(options);
  const { players } = game.read(table);
  const seats = Array.from({ length: players }, (_, seat) => seat);
  for (let turn = game.turn(table); turn !== null; turn = game.turn(table)) {
    if (turn === "chance") table = game.deal(table, rng);
    else {
      const moves = game.valuedMoves(table);
      const codes = moves.map(({ move }) => move);
      if (`${codes}` !== `${game.legalMoves(table)}`) throw new Error("two lists of moves");
      told.push([codes, moves.map(({ score }) => score)]);
      told.push(seats.map((seat) => views(game, table, seat, Rng)));
      table = game.play(table, codes[(told.length * 7919) % codes.length]);
    }
    told.push([...table]);
  }
  for (const seat of seats) told.push(game.rankKeys(table, seat));
  return digest(told);
}

function views(game, table, seat, Rng) {
  if (game.name !== "duel") return [];
  const seen = game.view(table, seat);
  return [[...seen], [...game.imagine(seen, seat, new Rng(...WORDS))]];
}

function searched(game, table, nodes) {
  const found = game.search(Uint8Array.from(table), { nodes, isWhole: true });
  const judged = [found.points, found.isDecided, found.isWon, found.isComplete];
  return [found.move, judged, found.nodes, found.depth, found.line];
}

/** What is not as it should be. */
export async function compare(name, cases, { load, Rng }) {
  const game = await load(name);
  const wrong = [];
  for (const [options, expected] of cases.games)
    if ((await played(game, options, Rng)) !== expected) wrong.push(["game", options]);
  for (const [options, expected] of cases.steps)
    if ((await stepped(game, options, Rng)) !== expected) wrong.push(["steps", options]);
  for (const [table, nodes, expected] of cases.searches) {
    const found = searched(game, table, nodes);
    if (JSON.stringify(found) !== JSON.stringify(expected)) wrong.push(["search", found, expected]);
  }
  return wrong;
}

if (globalThis.process?.argv?.[2]) {
  const { readFileSync } = await import("node:fs");
  const { pathToFileURL } = await import("node:url");
  const [, , bindings, file] = process.argv;
  const all = JSON.parse(readFileSync(file, "utf8"));
  const library = await import(pathToFileURL(`${bindings}/index.js`));
  const found = {};
  for (const [name, cases] of Object.entries(all)) found[name] = await compare(name, cases, library);
  console.log(JSON.stringify(found));
}
