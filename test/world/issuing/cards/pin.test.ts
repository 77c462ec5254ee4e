import '../../process.ts';
import assert from 'node:assert/strict';
import { functionName } from '../../../../lib/environments.ts';
import { done } from '../../../helpers/call.ts';
import { cardsOf } from '../../../helpers/cards.ts';
import { purchase } from '../../../helpers/examples/cards.ts';
import { aCardToSpend } from '../../../helpers/fixtures/cards.ts';
import { aPinFor } from '../../../helpers/fixtures/pins.ts';
import { hold, injectFault } from '../../../helpers/injected-faults.ts';
import { tablesOf } from '../../../helpers/tables.ts';
import { after, describe, test } from '../../../helpers/tests.ts';
import { world } from '../../world.ts';

const service = await world();
const tables = tablesOf(service);
after(async () => {
  tables.close();
});
const tenant = await service.aBusiness();
const { read, act, events } = cardsOf(tenant);

const set = (id: string, encrypted_pin: string, headers = {}) =>
  tenant.call({ method: 'PUT', path: `/cards/${id}/pin`, body: { encrypted_pin }, headers });

/** Pays with a PIN, and says why that is declined. */
const paid = async (
  id: string,
  pin?: 'correct' | 'incorrect',
  amount = purchase.amount,
): Promise<string | null> => {
  const body = { ...purchase, amount, ...(pin && { pin }) };
  return (await done(tenant, `/simulations/cards/${id}/authorize`, body)).decline_reason;
};

const pinEvents = async (id: string) =>
  (await events(id)).map(({ type }) => type).filter((type) => /pin/.test(type));

describe('the PIN of a card', () => {
  test('is set, wrong three times, unblocked, blocked again and set again', async () => {
    const { id } = await aCardToSpend(tenant, { pin_status: 'unset' });
    assert.equal(await paid(id, 'correct'), 'pin_incorrect');
    const { body: card, status, text } = await set(id, await aPinFor(tenant, id));
    assert.deepEqual([status, card.pin_status, card.version], [200, 'active', 2], text);
    for (const [entered, outcome] of [
      ['incorrect', 'pin_incorrect'],
      ['incorrect', 'pin_incorrect'],
      ['correct', null],
      ['incorrect', 'pin_incorrect'],
      ['incorrect', 'pin_incorrect'],
      [undefined, null],
      ['incorrect', 'pin_incorrect'],
      ['correct', 'pin_blocked'],
      [undefined, 'pin_blocked'],
    ] as const)
      assert.equal(await paid(id, entered), outcome);
    assert.ok((await read(id)).allowed_actions.includes('unblock-pin'));
    assert.equal((await act({ id }, 'unblock-pin')).body.pin_status, 'active');
    const again = await act({ id }, 'unblock-pin');
    assert.deepEqual([again.status, again.body.code], [409, 'action_not_allowed']);
    assert.equal(await paid(id, 'correct'), null);
    for (let wrong = 0; wrong < 3; wrong++) await paid(id, 'incorrect');
    assert.equal(
      (await set(id, await aPinFor(tenant, id, '123456789012'))).body.pin_status,
      'active',
    );
    assert.equal(await paid(id, 'correct'), null);
    const changes = [
      'card.pin_changed',
      'card.pin_blocked',
      'card.pin_unblocked',
      'card.pin_blocked',
      'card.pin_changed',
    ];
    assert.deepEqual(await pinEvents(id), changes);
  });

  test('that is right ends the row although the amount is declined', async () => {
    const { id } = await aCardToSpend(tenant);
    for (const [entered, amount, outcome] of [
      ['incorrect', 100, 'pin_incorrect'],
      ['incorrect', 100, 'pin_incorrect'],
      ['correct', 1_000_000_000, 'daily_limit_exceeded'],
      ['incorrect', 100, 'pin_incorrect'],
      ['correct', 100, null],
    ] as const)
      assert.equal(await paid(id, entered, amount), outcome);
    assert.deepEqual(await pinEvents(id), []);
  });

  test('is counted exactly by wrong ones at once, and by none while the card is frozen', async () => {
    const { id } = await aCardToSpend(tenant);
    await act({ id }, 'freeze');
    for (let wrong = 0; wrong < 3; wrong++)
      assert.equal(await paid(id, 'incorrect'), 'card_frozen');
    await act({ id }, 'unfreeze');
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => paid(id, 'incorrect')));
    const counted = outcomes.filter((outcome) => outcome === 'pin_incorrect').length;
    assert.deepEqual(
      [counted, outcomes.length - counted, (await read(id)).pin_status],
      [3, 3, 'blocked'],
      `${outcomes}`,
    );
    assert.deepEqual(await pinEvents(id), ['card.pin_blocked']);
  });

  test('is set once by a request that is repeated, and by two at once the issuer has the last of them', async () => {
    const { id } = await aCardToSpend(tenant);
    const [one, other] = [await aPinFor(tenant, id), await aPinFor(tenant, id, '0815')];
    const [first, repeated] = [await set(id, one), await set(id, one)];
    assert.deepEqual([repeated.text, repeated.headers.etag], [first.text, first.headers.etag]);
    assert.equal((await set(id, other, { 'if-match': '"1"' })).status, 412);
    assert.deepEqual(await pinEvents(id), ['card.pin_changed']);
    const both = await Promise.all([set(id, other), set(id, await aPinFor(tenant, id))]);
    assert.deepEqual(both.map(({ body }) => body.version).toSorted(), [3, 4]);
  });

  test('that the issuer has is the one of the card, although the card has changed from what the request names', async () => {
    const { id } = await aCardToSpend(tenant, { pin_status: 'unset' });
    const encrypted = await aPinFor(tenant, id);
    const held = hold(service, tenant, {
      function: functionName('sandbox', 'card-pins.set'),
      nth: 4,
    });
    const setting = set(id, encrypted, { 'if-match': '"1"' });
    await held.isOnItsWay();
    await act({ id }, 'freeze');
    held.letGo();
    const { status, body, text } = await setting;
    assert.deepEqual([status, body.pin_status, body.version], [200, 'active', 3], text);
    assert.deepEqual(await pinEvents(id), ['card.pin_changed']);
  });

  test('is never more than one change, wherever the function is killed, and a retry sets it', async () => {
    // Read, derive the key, set it at the issuer, commit.
    for (const nth of [1, 2, 3, 4])
      for (const effect of ['kill-before', 'kill-after'] as const) {
        const { id } = await aCardToSpend(tenant, { pin_status: 'unset' });
        const encrypted = await aPinFor(tenant, id);
        const fault = injectFault(service, tenant, {
          function: functionName('sandbox', 'card-pins.set'),
          nth,
          effect,
        });
        assert.ok((await set(id, encrypted)).status >= 500);
        fault.remove();
        assert.equal(fault.hits, 1);
        const { status, body } = await set(id, encrypted);
        assert.deepEqual(
          [status, body.pin_status, body.version],
          [200, 'active', 2],
          `${effect} ${nth}`,
        );
        assert.deepEqual(await pinEvents(id), ['card.pin_changed']);
        const [record] = (await tables.items('issuer')).filter(({ pk }) => pk === id);
        assert.equal(record?.pin_status, 'active');
      }
  });

  test('is rejected where it is encrypted to another key, is none, or its card is closed', async () => {
    const { id } = await aCardToSpend(tenant);
    const [header = '', ...rest] = (await aPinFor(tenant, id)).split('.');
    const foreign = [
      Buffer.from('{"alg":"ECDH-ES","enc":"A256GCM","kid":"x"}').toString('base64url'),
      ...rest,
    ].join('.');
    for (const encrypted of [
      foreign,
      await aPinFor(tenant, id, '471'),
      await aPinFor(tenant, id, '4711\n'),
      header,
    ]) {
      const { status, body } = await set(id, encrypted);
      assert.deepEqual(
        [status, body.code, body.errors[0].pointer],
        [400, 'validation_failed', '/encrypted_pin'],
      );
    }
    assert.equal((await read(id)).version, 1);
    const closed = await aCardToSpend(tenant, { state: 'closed' });
    assert.equal((await set(closed.id, await aPinFor(tenant, closed.id))).status, 409);
  });
});
