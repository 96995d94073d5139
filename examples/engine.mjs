// An engine that plays any of the games: the engine protocol (docs/engine-protocol.md) in JavaScript.
//
//   azulejos arena --players "exec:node examples/engine.mjs" random
//
// It throws dice, and shows the frame into which a better plan fits: what to read, what to answer,
// and when.

import { createInterface } from "node:readline";

const say = (line) => process.stdout.write(`${line}\n`);
let seed = 1;
let moves = [];

const random = () => {
  seed = (Math.imul(seed, 1103515245) + 12345) >>> 0;
  return seed / 2 ** 32;
};

const commands = {
  hello: () => {
    say("name Dice");
    say("option seed int default=1 low=0 help=repeats its random choices");
    say("ok");
  },
  set: (name, value) => {
    if (name === "seed") seed = Number(value) >>> 0;
  },
  newgame: () => say("ok"), // forget the last game, load what this one needs
  position: () => {}, // what the seat sees; who throws dice need not look
  moves: (...words) => (moves = words),
  go: () => say(`bestmove ${moves[Math.floor(random() * moves.length)]}`),
  quit: () => process.exit(),
};

for await (const line of createInterface({ input: process.stdin })) {
  const [command, ...words] = line.split(" ");
  commands[command]?.(...words); // lines of later versions are ignored
}
