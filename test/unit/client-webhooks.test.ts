import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { WebhookVerificationError } from 'standardwebhooks';
import { verifyEvent } from '../../client/src/webhooks.ts';
import { newWebhookSecret, sign } from '../../functions/ports/webhook-sender/signing.ts';

const secret = newWebhookSecret();
const id = 'evt_01jd5fq7k9e8xv3m2n4p6r8t0w';
const body = JSON.stringify({ id, type: 'card.frozen', data: { id: 'card_1', nickname: 'Zoë' } });
const signed = (at = new Date(), secrets = [secret]) => sign(id, at, body, secrets);
const sent = new TextEncoder();

describe('an event is taken from a delivery that we signed', () => {
  const capitalised = Object.fromEntries(Object.entries(signed()).map(([name, value]) => [name.toUpperCase(), value]));
  const received: [string, Parameters<typeof verifyEvent>[2]][] = [
    ['with headers as Node has them', { ...signed(), cookie: ['a', 'b'], accept: undefined }],
    ['with headers as fetch has them', new Headers({ ...signed() })],
    ['with headers as API Gateway has them', capitalised],
  ];
  for (const [what, headers] of received) {
    test(what, () => {
      assert.deepEqual(verifyEvent(secret, body, headers), JSON.parse(body));
      assert.deepEqual(verifyEvent(secret, sent.encode(body), headers), JSON.parse(body));
    });
  }

  test('with either secret while one takes the place of the other', () => {
    const next = newWebhookSecret();
    const headers = { ...signed(new Date(), [secret, next]) };
    for (const one of [secret, next]) assert.equal(verifyEvent(one, body, headers).id, id);
  });
});

describe('an event is not taken', () => {
  const refused = (text: string | Uint8Array, headers: Record<string, string>, key = secret) =>
    assert.throws(() => verifyEvent(key, text, headers), WebhookVerificationError);

  test('of which a byte has changed', () => refused(body.replace('frozen', 'closed'), { ...signed() }));
  test('that was printed anew', () => refused(JSON.stringify(JSON.parse(body), null, 1), { ...signed() }));
  test('before which a mark of byte order stands', () => refused(sent.encode(`\uFEFF${body}`), { ...signed() }));
  test('that another secret signed', () => refused(body, { ...signed() }, newWebhookSecret()));
  test('under the id of another', () => refused(body, { ...signed(), 'webhook-id': 'evt_2' }));
  test('that was signed six minutes ago', () => refused(body, { ...signed(new Date(Date.now() - 360_000)) }));
  test('without its headers', () => refused(body, {}));
});
