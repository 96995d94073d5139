import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bringing, packed, unpacked } from '../src/importGame.ts';

test('a game goes into an address and comes out of it', async () => {
  const game = `{"names": ["Žaklina", "bot:easy"], "events": ["${'1B2 '.repeat(500)}"]}`;
  const address = await bringing('https://azul.example.org', game);
  const [, part] = /^https:\/\/azul\.example\.org\/#bring-([\w-]+)$/.exec(address)!;
  assert.ok(part!.length < 300);
  assert.equal(await unpacked(part!), game);
});

test('what is no game is an error, and so is what grows beyond all measure', async () => {
  await assert.rejects(unpacked('nonsense'));
  await assert.rejects(unpacked('%'));
  const large = await packed('x'.repeat(20_000_000));
  await assert.rejects(unpacked(large), /no game/);
});
