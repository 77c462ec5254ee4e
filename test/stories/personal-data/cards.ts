import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { compactDecrypt, exportJWK, generateKeyPair } from 'jose';
import type { FaultRule } from '../../../local/faults.ts';
import type { Local } from '../../../local/start.ts';
import { cardsOf } from '../../helpers/cards.ts';
import { anOrderedCard, cardBody, theCardholder } from '../../helpers/fixtures/cards.ts';
import { aPinFor } from '../../helpers/fixtures/pins.ts';
import type { Tenant } from '../../helpers/fixtures/tenants.ts';
import { injectFault } from '../../helpers/injected-faults.ts';
import { aCardNumber, aWord } from '../../helpers/personal-data-markers.ts';
import type { Any } from '../../helpers/printed-document.ts';
import { quiet } from '../../helpers/quiet.ts';
import type { Planted } from './markers.test.ts';

/** The values that may be stored in the data and may not be in a log. */
const personal = {
  nickname: aWord(),
  cardholder: `Ada ${aWord()}`,
  metadata: aWord(),
  reason: aWord(),
  kid: aWord(),
};
/** The value that a caller wrote where it must not be kept. */
const refused = aCardNumber();

/** A PIN that no number elsewhere holds by chance. */
const aPin = () => String(randomInt(10 ** 11, 10 ** 12));
/** The parts that a JWE has alone: the content and its tag. */
const distinctive = (jwe: string) => jwe.split('.').slice(3).join('.');

/** The calls of a function to AWS that fail at once. */
const outages: readonly FaultRule[] = [
  { effect: 'deny', nth: 2 },
  { effect: 'deny', nth: 4 },
  { effect: 'kill-after', nth: 3 },
];

/** Cards whose numbers are shown, and requests that hold the number of one where none may be. */
export const plantCards = async (local: Local, tenant: Tenant): Promise<Planted> => {
  const { order, act, change } = cardsOf(tenant);
  const shown: { text: string; number: string }[] = [];
  /** Shows the number of a card to a key of its own, and remembers it. */
  const reveal = async (card: Any): Promise<void> => {
    const { publicKey, privateKey } = await generateKeyPair('ECDH-ES', { extractable: true });
    const public_key = { ...(await exportJWK(publicKey)), kid: personal.kid };
    const { status, text, body } = await act(card, 'reveal', { public_key });
    assert.equal(status, 200, text);
    const { plaintext } = await compactDecrypt(body.jwe, privateKey);
    shown.push({ text, number: JSON.parse(new TextDecoder().decode(plaintext)).number });
  };
  const { nickname, cardholder: cardholder_name, metadata, reason } = personal;
  const own = { nickname, cardholder_name, metadata: { note: metadata } };
  const virtual = await anOrderedCard(tenant, own);
  const physical = await anOrderedCard(tenant, { ...own, type: 'physical', state: 'active' });
  for (const card of [virtual, physical]) await reveal(card);
  await act(virtual, 'freeze', { reason });
  const { body: replacement } = await act(virtual, 'replace');
  await reveal(replacement);
  const { id } = await theCardholder(tenant);
  const setPin = (encrypted_pin: string) =>
    tenant.call({ method: 'PUT', path: `/cards/${replacement.id}/pin`, body: { encrypted_pin } });
  const pins = [aPin(), aPin(), `${aPin()}0`];
  const encrypted = await Promise.all(pins.map((pin) => aPinFor(tenant, replacement.id, pin)));
  const [set = '', interrupted = '', wrong = ''] = encrypted;
  assert.equal((await setPin(set)).status, 200);
  assert.equal((await setPin(wrong)).status, 400);
  for (const fields of [
    { nickname: refused },
    { cardholder_name: refused },
    { metadata: { note: refused } },
  ])
    assert.equal((await order(cardBody(id, fields))).status, 400);
  assert.equal((await change(replacement.id, { nickname: refused })).status, 400);
  assert.equal((await act(replacement, 'freeze', { reason: refused })).status, 400);
  for (const rule of outages) {
    const faults = [/cards-create/, /cards-reveal/, /card-pins-set/].map((name) =>
      injectFault(local, tenant, { ...rule, function: name }),
    );
    assert.ok((await order(cardBody(id, own))).status >= 500);
    assert.ok((await act(replacement, 'reveal')).status >= 500);
    assert.ok((await setPin(interrupted)).status >= 500);
    for (const fault of faults) fault.remove();
  }
  await quiet(local);
  const numbers = new Set(shown.map(({ number }) => number));
  assert.equal(numbers.size, 3);
  return {
    personal,
    secrets: {
      ...Object.fromEntries([...numbers, ...pins, ...encrypted.map(distinctive)].entries()),
      refused,
    },
    stored: personal.nickname,
    reported: ['cards.reveal', 'card-pins.set'],
    answers: shown.map(({ text }) => text),
  };
};
