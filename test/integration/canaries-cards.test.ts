import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { compactDecrypt, exportJWK, generateKeyPair } from 'jose';
import type { FaultRule } from '../../local/faults.ts';
import type { Local } from '../../local/start.ts';
import { atRest } from '../helpers/at-rest.ts';
import { aCardNumber, aWord, looksOf } from '../helpers/canary.ts';
import { cardsOf } from '../helpers/cards.ts';
import { aTenant, type Tenant } from '../helpers/given.ts';
import { aCard, cardBody, theCardholder } from '../helpers/given-cards.ts';
import type { Any } from '../helpers/printed-document.ts';
import { quiet } from '../helpers/quiet.ts';
import { startService } from '../helpers/service.ts';
import { strike } from '../helpers/strikes.ts';

/** What may lie in the data and may not be in a log. */
const canaries = { nickname: aWord(), cardholder: `Ada ${aWord()}`, metadata: aWord(), reason: aWord(), kid: aWord() };
/** What a caller wrote where it must not be kept. */
const refused = aCardNumber();

const folder = mkdtempSync(join(tmpdir(), 'canaries-'));
const numbers: string[] = [];
const said: string[] = [];
let local: Local;
let tenant: Tenant;
before(async () => {
  local = await startService({ memory: false, folder });
  tenant = await aTenant(local);
  await plant();
});
after(async () => {
  await local.stop();
  rmSync(folder, { recursive: true, force: true });
});

/** Shows the number of a card to a key of its own, and remembers it. */
const revealed = async (card: Any): Promise<void> => {
  const { publicKey, privateKey } = await generateKeyPair('ECDH-ES', { extractable: true });
  const public_key = { ...(await exportJWK(publicKey)), kid: canaries.kid };
  const { status, text, body } = await cardsOf(tenant).act(card, 'reveal', { public_key });
  assert.equal(status, 200, text);
  said.push(text);
  const { plaintext } = await compactDecrypt(body.jwe, privateKey);
  numbers.push(JSON.parse(new TextDecoder().decode(plaintext)).number);
};

/** What fails at once, at the calls of a function to AWS. */
const outages: readonly FaultRule[] = [
  { effect: 'deny', nth: 2 },
  { effect: 'deny', nth: 4 },
  { effect: 'kill-after', nth: 3 },
];

const plant = async (): Promise<void> => {
  const { order, act, change } = cardsOf(tenant);
  const { nickname, cardholder: cardholder_name, metadata, reason } = canaries;
  const own = { nickname, cardholder_name, metadata: { note: metadata } };
  const virtual = await aCard(tenant, own);
  const physical = await aCard(tenant, { ...own, type: 'physical', state: 'active' });
  for (const card of [virtual, physical]) await revealed(card);
  await act(virtual, 'freeze', { reason });
  const { body: replacement } = await act(virtual, 'replace');
  await revealed(replacement);
  const { id } = await theCardholder(tenant);
  for (const fields of [{ nickname: refused }, { cardholder_name: refused }, { metadata: { note: refused } }])
    assert.equal((await order(cardBody(id, fields))).status, 400);
  assert.equal((await change(replacement.id, { nickname: refused })).status, 400);
  assert.equal((await act(replacement, 'freeze', { reason: refused })).status, 400);
  for (const rule of outages) {
    const faults = [/cards-create/, /cards-reveal/].map((name) => strike(local, tenant, { ...rule, function: name }));
    assert.ok((await order(cardBody(id, own))).status >= 500);
    assert.ok((await act(replacement, 'reveal')).status >= 500);
    for (const fault of faults) fault.remove();
  }
  await quiet(local);
};

/** A number as it was made, and as people and machines write it. */
const formsOf = (number: string): string[] => [
  ...looksOf(number),
  number.replace(/(\d{4})(?=\d)/g, '$1 '),
  number.replace(/(\d{4})(?=\d)/g, '$1-'),
];

test('no line that any function printed holds the number of a card, or what a caller wrote', () => {
  const lines = local.logs.lines().map(({ line }) => line);
  for (const number of [...numbers, refused])
    for (const form of formsOf(number)) assert.ok(!lines.some((line) => line.includes(form)));
  for (const [what, canary] of Object.entries(canaries))
    for (const look of looksOf(canary)) assert.ok(!lines.some((line) => line.includes(look)), what);
  assert.ok(lines.some((line) => line.includes('cards.reveal')));
});

test('no file of the data holds the number of a card, and no answer does', async () => {
  assert.equal(new Set(numbers).size, 3);
  const data = await atRest(local, folder);
  for (const number of [...numbers, refused])
    for (const form of formsOf(number)) {
      assert.ok(!data.includes(form));
      assert.ok(!said.some((text) => text.includes(form)));
    }
  assert.ok(data.includes(canaries.nickname), 'what may lie there is found');
});
