import assert from 'node:assert/strict';
import { mock, test } from 'node:test';
import { Connection, type Line, type Outbox, type Socket } from '../src/connection.ts';
import type { ServerMessage } from '../src/messages.ts';

class FakeSocket implements Socket {
  readyState = 0;
  sent: { type: string; id?: string }[] = [];
  onopen: (() => void) | null = null;
  onmessage: ((event: { data: string }) => void) | null = null;
  onclose: (() => void) | null = null;
  constructor(readonly version: number) {}
  send(text: string) {
    this.sent.push(JSON.parse(text));
  }
  close() {
    this.readyState = 3;
  }
  accept() {
    this.readyState = 1;
    this.onopen?.();
  }
  hears(message: object) {
    this.onmessage?.({ data: JSON.stringify(message) });
  }
}

function connected() {
  mock.timers.enable({ apis: ['setTimeout', 'Date'] });
  const sockets: FakeSocket[] = [];
  const lines: Line[] = [];
  const messages: ServerMessage[] = [];
  const kept: { waiting: Parameters<Outbox['save']>[0] } = { waiting: [] };
  let ids = 0;
  const connection = new Connection(
    { received: message => messages.push(message), changed: line => lines.push(line) },
    version => {
      sockets.push(new FakeSocket(version));
      return sockets.at(-1)!;
    },
    { load: () => kept.waiting, save: waiting => (kept.waiting = waiting) },
    () => Date.now(),
    () => `id${++ids}`,
  );
  connection.open();
  sockets[0]!.accept();
  return { connection, kept, sockets, lines, messages, end: () => (connection.close(), mock.timers.reset()) };
}

test('it resumes by the version it has', () => {
  const { sockets, lines, end } = connected();
  sockets[0]!.hears({ type: 'update', version: 7 });
  sockets[0]!.onclose!();
  mock.timers.tick(1000);
  assert.deepEqual(sockets.map(socket => socket.version), [-1, 7]);
  assert.deepEqual(lines, ['connecting', 'open', 'lost', 'connecting']);
  end();
});

test('what was not answered is sent again under the same id, and what was answered is not', () => {
  const { connection, sockets, end } = connected();
  connection.ask({ type: 'move', version: 1, move: '1B1' });
  connection.ask({ type: 'say', text: 'hello' });
  sockets[0]!.hears({ type: 'done', id: 'id2', version: 1 });
  sockets[0]!.onclose!();
  mock.timers.tick(1000);
  sockets[1]!.accept();
  assert.deepEqual(sockets[1]!.sent.map(message => message.id), ['id1']);
  end();
});

test('what is asked while there is no connection is sent when there is one', () => {
  const { connection, sockets, end } = connected();
  sockets[0]!.onclose!();
  connection.ask({ type: 'undo', version: 1 });
  mock.timers.tick(1000);
  sockets[1]!.accept();
  assert.equal(sockets[1]!.sent[0]!.type, 'undo');
  end();
});

test('silence is answered by a ping, a long silence by a new connection', () => {
  const { sockets, lines, end } = connected();
  mock.timers.tick(17_000);
  assert.ok(sockets[0]!.sent.some(message => message.type === 'ping'));
  mock.timers.tick(6_000);
  assert.equal(lines.includes('lost'), true);
  mock.timers.tick(1_000);
  assert.equal(sockets.length, 2);
  end();
});

test('a device that wakes up after a sleep connects anew at once', () => {
  const { connection, sockets, end } = connected();
  mock.timers.setTime(Date.now() + 3_600_000);
  connection.wake();
  mock.timers.tick(400);
  assert.equal(sockets.length, 2);
  end();
});

test('it waits longer and longer, and not for ever', () => {
  const { sockets, end } = connected();
  sockets[0]!.onclose!();
  for (let i = 0; i < 8; i++) {
    const before = sockets.length;
    mock.timers.tick(10_000 + 1);
    assert.ok(sockets.length > before);
    sockets.at(-1)!.onclose?.();
  }
  end();
});

test('what was not answered outlives the page', () => {
  const { connection, kept, sockets, end } = connected();
  connection.ask({ type: 'move', version: 1, move: '1B1' });
  connection.ask({ type: 'say', text: 'hello' });
  sockets[0]!.hears({ type: 'done', id: 'id2', version: 1 });
  connection.close();
  assert.deepEqual(kept.waiting.map(({ id }) => id), ['id1']);
  const later = new FakeSocket(-1);
  const next = new Connection({ received: () => undefined, changed: () => undefined }, () => later, {
    load: () => kept.waiting,
    save: () => undefined,
  });
  next.open();
  later.accept();
  assert.deepEqual(later.sent.map(message => message.id), ['id1']);
  next.close();
  end();
});
