import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { FromPage } from '../src/offline/messages.ts';
import { WorkerPort } from '../src/offline/workerport.ts';

function ported() {
  const posted: FromPage[] = [];
  const port = new WorkerPort(message => posted.push(message));
  return { port, posted };
}

test('a request is answered like a fetch, whoever was asked in between', async () => {
  const { port, posted } = ported();
  const [first, second] = [port.fetch('me', {}), port.fetch('tables', { method: 'POST', body: '{}' })];
  assert.deepEqual(
    posted.map(message => message.kind === 'request' && [message.method, message.path, message.text]),
    [
      ['GET', '/api/me', ''],
      ['POST', '/api/tables', '{}'],
    ],
  );
  port.heard({ kind: 'answer', id: posted[1]!.id, status: 201, headers: {}, text: '{"table":"x"}' });
  port.heard({ kind: 'answer', id: posted[0]!.id, status: 404, headers: { 'x-a': 'b' }, text: 'no' });
  assert.deepEqual(await (await second).json(), { table: 'x' });
  const answer = await first;
  assert.deepEqual([answer.ok, answer.status, answer.headers.get('x-a'), await answer.text()], [false, 404, 'b', 'no']);
});

test('a channel is open once somebody answers, and says what comes', () => {
  const { port, posted } = ported();
  const said: string[] = [];
  const socket = port.open('tables/x/socket?version=3');
  socket.onopen = () => said.push('open');
  socket.onmessage = ({ data }) => said.push(data);
  socket.onclose = event => said.push(`closed ${event?.code}`);
  socket.send('too early');
  port.heard({ kind: 'ready' });
  socket.send('hello');
  port.heard({ kind: 'text', id: posted[0]!.id, text: 'hi' });
  port.heard({ kind: 'closed', id: posted[0]!.id, code: 4404, reason: '' });
  port.heard({ kind: 'text', id: posted[0]!.id, text: 'too late' });
  assert.deepEqual(said, ['open', 'hi', 'closed 4404']);
  assert.deepEqual(posted.map(message => message.kind), ['open', 'send']);
});

test('when somebody else answers, channels are closed and questions are asked again', async () => {
  const { port, posted } = ported();
  port.heard({ kind: 'ready' });
  let code = 0;
  port.open('tables/x/socket').onclose = event => (code = event!.code);
  const [asked, made] = [port.fetch('me', {}), port.fetch('tables', { method: 'POST' })];
  const failed = assert.rejects(made, TypeError); // nobody knows whether it was done
  port.heard({ kind: 'ready' });
  await failed;
  assert.equal(code, 1012);
  assert.deepEqual(posted.map(message => message.id), [1, 2, 3, 2]);
  port.heard({ kind: 'answer', id: 2, status: 200, headers: {}, text: '{}' });
  assert.ok((await asked).ok);
});

test('a review comes line by line, and is given up when nobody follows it', async () => {
  const { port, posted } = ported();
  port.heard({ kind: 'ready' });
  const answer = await port.fetch('tables/x/review', { signal: new AbortController().signal });
  port.heard({ kind: 'text', id: 1, text: '{"type":"begun"}' });
  port.heard({ kind: 'closed', id: 1, code: 1000, reason: '' });
  assert.equal(await answer.text(), '{"type":"begun"}\n');
  const stopping = new AbortController();
  const second = await port.fetch('tables/x/review', { signal: stopping.signal });
  stopping.abort();
  await assert.rejects(second.text());
  assert.deepEqual(posted.map(message => message.kind), ['open', 'open', 'close']);
});
