import '../../process.ts';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { customerKeys } from '../../../../functions/identity/customers/table.ts';
import { activationKey } from '../../../../functions/identity/features/table.ts';
import { createCard } from '../../../../functions/issuing/cards/routes.ts';
import { cardKeys } from '../../../../functions/issuing/cards/table.ts';
import { functionName } from '../../../../lib/environments.ts';
import { done, posted } from '../../../helpers/call.ts';
import { aCardholder, cardBody } from '../../../helpers/fixtures/cards.ts';
import { aTenant, type Tenant } from '../../../helpers/fixtures/tenants.ts';
import { injectFault } from '../../../helpers/injected-faults.ts';
import type { Any } from '../../../helpers/printed-document.ts';
import { describe, test } from '../../../helpers/tests.ts';
import { comesTrue, held, machine, stored, storedOrders } from './orders.ts';

/** The cards that work at the issuer, by its own records, and those that are here, whatever became of them. */
const bothSides = async ({ tenant_id }: Tenant) => {
  const books = await stored.items('issuer', tenant_id);
  const ours = await stored.partition('resources', cardKeys.card(tenant_id, '').pk);
  const issued = books.filter(({ state }) => state === 'issued').map(({ pk }): string => pk);
  return { issued: issued.toSorted(), ours: ours.map(({ sk }): string => sk).toSorted() };
};

describe('an order without a known result', () => {
  /** As it is when its function dies with the card that the issuer has made. */
  const unfinished = async () => {
    const tenant = await aTenant(machine);
    const { id } = await aCardholder(tenant, ['virtual_cards']);
    const key = randomUUID();
    const dying = {
      function: functionName('sandbox', createCard.id),
      nth: 2,
      effect: 'kill-before',
    } as const;
    injectFault(machine, tenant, { ...dying, operation: 'TransactWriteItems' });
    const ordered = (fields: object = {}) => posted(tenant, '/cards', key, cardBody(id, fields));
    assert.ok((await ordered()).status >= 500);
    return { tenant, id, ordered };
  };

  test('is the card that the issuer has booked, though its customer is called otherwise by now', async () => {
    const { tenant, id, ordered } = await unfinished();
    const renamed = await tenant.call({
      method: 'PATCH',
      path: `/customers/${id}`,
      body: { first_name: 'Augusta' },
    });
    assert.equal(renamed.status, 200);
    // As if it had been verified again, under its new name, before the request comes again.
    const verification = {
      status: 'verified',
      level: 'standard',
      verified_at: new Date().toISOString(),
    };
    await tenant.set('resources', customerKeys.customer(tenant.tenant_id, id), { verification });
    const activation = activationKey(tenant.tenant_id, id, 'virtual_cards');
    await tenant.set('resources', activation, { status: 'active' });
    const { status, body, text } = await ordered();
    assert.equal(status, 201, text);
    const booked = await held.tables.get({ table: 'issuer', pk: body.id });
    assert.deepEqual([body.cardholder_name, booked.state], [booked.cardholder_name, 'issued']);
  });

  test('is canceled when it is sent again and rejected: its key takes a better request at once', async () => {
    const { tenant, id, ordered } = await unfinished();
    await done(tenant, `/customers/${id}/features/virtual_cards/deactivate`);
    const [order] = await storedOrders(tenant);
    const refused = await ordered();
    assert.deepEqual([refused.status, refused.body.code], [422, 'feature_not_active']);
    assert.deepEqual(await bothSides(tenant), { issued: [], ours: [] });
    assert.deepEqual(await storedOrders(tenant), []);
    await done(tenant, `/customers/${id}/features/virtual_cards/activate`);
    const { status, body, text } = await ordered({ nickname: 'Travel' });
    assert.deepEqual([status, body.nickname], [201, 'Travel'], text);
    assert.notEqual(body.id, order.card_id);
    assert.deepEqual(await bothSides(tenant), { issued: [body.id], ours: [body.id] });
  });

  test('holds its key for a moment, which the answer states, and is then canceled for another body', async () => {
    const { tenant, ordered } = await unfinished();
    const other = { nickname: 'Travel' };
    const { status, body, headers } = await ordered(other);
    assert.deepEqual([status, body.code], [409, 'order_in_progress']);
    assert.ok(
      body.retry_after_seconds > 0 && body.retry_after_seconds <= 15,
      `${body.retry_after_seconds}`,
    );
    assert.equal(headers['retry-after'], String(body.retry_after_seconds));
    const [order] = await storedOrders(tenant);
    await stored.set('resources', order, {
      ordered_at: new Date(Date.now() - 15_000).toISOString(),
    });
    const again = await ordered(other);
    assert.deepEqual([again.status, again.body.nickname], [201, 'Travel'], again.text);
    assert.deepEqual(await bothSides(tenant), { issued: [again.body.id], ours: [again.body.id] });
    assert.equal((await ordered()).body.code, 'idempotency_key_reused');
  });

  for (const effect of ['kill-before', 'kill-after'] as const)
    for (const nth of [1, 2])
      test(`is canceled when its function dies of that: ${effect} transaction ${nth}`, async () => {
        const { tenant, id, ordered } = await unfinished();
        await done(tenant, `/customers/${id}/features/virtual_cards/deactivate`);
        const killed = {
          function: functionName('sandbox', createCard.id),
          operation: 'TransactWriteItems',
        } as const;
        const fault = injectFault(machine, tenant, { ...killed, nth, effect });
        assert.deepEqual([(await ordered()).status >= 500, fault.hits], [true, 1]);
        await comesTrue(
          async () => (await ordered()).body.code === 'feature_not_active',
          'it is refused in the end',
        );
        assert.deepEqual(await bothSides(tenant), { issued: [], ours: [] });
        assert.deepEqual(await storedOrders(tenant), []);
      });

  test('is canceled in spite of an issuer that fails at it first', async () => {
    const { tenant, id, ordered } = await unfinished();
    await done(tenant, `/customers/${id}/features/virtual_cards/deactivate`);
    const [{ card_id }] = (await storedOrders(tenant)) as [Any];
    const fault = machine.faults.add({
      function: functionName('sandbox', createCard.id),
      operation: 'UpdateItem',
      when: ({ body }) => `${body}`.includes(card_id),
      effect: 'deny',
      times: 1,
    });
    assert.deepEqual([(await ordered()).status, fault.hits], [500, 1]);
    assert.equal((await ordered()).status, 503, 'it is given up before anything else');
    assert.equal((await ordered()).body.code, 'feature_not_active');
    assert.deepEqual(await bothSides(tenant), { issued: [], ours: [] });
  });
});
