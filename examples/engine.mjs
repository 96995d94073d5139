// An engine that plays any of the games: the engine protocol (docs/engine-protocol.md) in JavaScript.
//
//   azulejos arena --players "exec:node examples/engine.mjs" random
//
// Of all legal moves it prefers those that write a longer word, which is no plan at all. It shows
// the frame into which a plan fits: what to read, what to answer, and when.

import { createInterface } from "node:readline";

const say = (line) => process.stdout.write(`${line}\n`);
let seed = 1;
let position = "";
let moves = [];

const random = () => {
  seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
  return seed / 2 ** 32;
};

const choose = () => {
  const longest = Math.max(...moves.map((move) => move.length));
  const best = moves.filter((move) => move.length === longest);
  return best[Math.floor(random() * best.length)];
};

const commands = {
  hello: () => {
    say("name The longest word");
    say("option seed int default=1 low=0 help=repeats its random choices");
    say("ok");
  },
  set: (name, value) => {
    if (name === "seed") seed = Number(value) >>> 0;
  },
  newgame: () => say("ok"),
  position: (...words) => (position = words.join(" ")), // not needed here: the moves suffice
  moves: (...words) => (moves = words),
  go: () => say(`bestmove ${choose()}`),
  quit: () => process.exit(),
};

for await (const line of createInterface({ input: process.stdin })) {
  const [command, ...words] = line.split(" ");
  commands[command]?.(...words);
}
