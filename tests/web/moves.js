// Makes moves at the real page, whose socket this is: what the server would say is fed to it, and
// what it sends is looked at. Returns from `tryMoves` what is wrong, in sentences.
window.sent = [];
window.WebSocket = class extends EventTarget {
  readyState = 1;
  constructor() {
    super();
    window.socket = this;
    setTimeout(() => this.onopen?.());
  }
  send(text) {
    const message = JSON.parse(text);
    if (message.type !== 'ping') sent.push(message);
  }
  close() {}
};

let version = 0;
const MOST_WRONG = 12;

/** All that follows from a click by itself: rendering and effects are microtasks. */
const settled = () =>
  new Promise(done => {
    const channel = new MessageChannel();
    channel.port1.onmessage = done;
    channel.port2.postMessage(0);
  });

const feed = message => socket.onmessage({ data: JSON.stringify(message) });

/** Show a position anew, with nothing chosen; as text, which crosses over much faster. */
window.showPosition = text => show(JSON.parse(text));

let shown; // what the server said at last

async function show(update) {
  shown = update;
  for (const { id } of sent.splice(0)) feed({ type: 'done', id, version });
  feed({ ...update, version: ++version });
  await settled();
  while (document.querySelector('main.table')?.dataset.version !== String(version)) {
    await new Promise(requestAnimationFrame);
  }
}

const offered = () => [...document.querySelectorAll('[data-legal]')];
const names = things => [...new Set(things.map(thing => thing.dataset.thing))].sort();

/** What can be clicked after some steps, by the legal moves. */
const nextSteps = (choices, done) =>
  [...new Set(choices.filter(({ steps }) => done.every((step, i) => steps[i] === step)).map(({ steps }) => steps[done.length]))].sort();

/**
 * What is to be clicked now for a move, after some of its steps: the next one, or one after those
 * that the page may take by itself since there is no other. `wrong` if something else is offered.
 */
window.toClick = (move, done) => {
  const { choices } = shown;
  const things = offered();
  const now = names(things);
  const all = choices.find(choice => choice.move === move).steps;
  const after = [...done];
  let expected = nextSteps(choices, after);
  while (after.length && expected.length === 1 && !now.includes(expected[0]) && after.length < all.length) {
    after.push(expected[0]);
    expected = nextSteps(choices, after);
  }
  if (now.join() !== expected.join()) {
    return { wrong: `after [${done}] it offers [${now}], not [${nextSteps(choices, done)}]` };
  }
  const name = all[after.length];
  return { name, done: [...after, name], things: things.filter(thing => thing.dataset.thing === name) };
};

/** Make one move by its steps. */
async function tryMove(update, move) {
  await show(update);
  let done = [];
  while (sent.length === 0) {
    const next = toClick(move, done);
    if (next.wrong) return next.wrong;
    if (next.name === undefined) return `nothing is sent after [${done}]`;
    const thing = next.things[next.things.length - 1];
    thing.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
    done = next.done;
    await settled();
  }
  return whatWasSent(move);
}

/** What is wrong about what was sent; null if it is just this move. */
window.whatWasSent = move =>
  sent.length === 1 && sent[0].move === move ? null : `it sends ${JSON.stringify(sent)}`;

window.tryMoves = async text => {
  const samples = JSON.parse(text);
  const wrong = [];
  await show(samples[0].update);
  document.body.style.display = 'none'; // nobody looks: it need not be painted
  for (const { update, moves, position } of samples) {
    for (const move of moves) {
      const found = await tryMove(update, move);
      if (found) wrong.push(`${position}: ${move}: ${found}`);
      if (wrong.length >= MOST_WRONG) return wrong;
    }
  }
  return wrong;
};
