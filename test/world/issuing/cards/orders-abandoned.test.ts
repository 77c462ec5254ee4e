import '../../process.ts';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { reconcileCards } from '../../../../functions/app/jobs/jobs.ts';
import { createCard } from '../../../../functions/issuing/cards/routes.ts';
import { cardKeys } from '../../../../functions/issuing/cards/table.ts';
import { functionName, queueName } from '../../../../lib/environments.ts';
import { posted } from '../../../helpers/call.ts';
import { aCardholder, cardBody } from '../../../helpers/fixtures/cards.ts';
import { aTenant, type Tenant } from '../../../helpers/fixtures/tenants.ts';
import { injectFault } from '../../../helpers/injected-faults.ts';
import type { Any } from '../../../helpers/printed-document.ts';
import { describe, test } from '../../../helpers/tests.ts';
import { comesTrue, held, machine, stored, storedOrders } from './orders.ts';

const settler = functionName('sandbox', reconcileCards.id);

const orderOf = async (tenant: Tenant): Promise<Any> => (await storedOrders(tenant))[0];

const stateAtIssuer = async (id: string): Promise<string | undefined> =>
  (await held.tables.get({ table: 'issuer', pk: id }))?.state;

/** An order whose card the issuer has made and whose own end failed, and that nobody repeats: two minutes old. */
const anAbandoned = async () => {
  const tenant = await aTenant(machine);
  const { id } = await aCardholder(tenant, ['virtual_cards']);
  const fault = injectFault(machine, tenant, {
    function: functionName('sandbox', createCard.id),
    operation: 'TransactWriteItems',
    nth: 2,
    effect: 'deny',
  });
  assert.equal((await posted(tenant, '/cards', randomUUID(), cardBody(id))).status, 500);
  fault.remove();
  const order = await orderOf(tenant);
  assert.equal(await stateAtIssuer(order.card_id), 'issued');
  return { tenant, order };
};

/** Waits until an order is given up, and sees that nothing is left of it here and there. */
const isVoided = async (tenant: Tenant, { card_id }: Any): Promise<void> => {
  await comesTrue(async () => (await orderOf(tenant)) === undefined, 'it is given up');
  assert.equal(await stateAtIssuer(card_id), 'voided');
  assert.deepEqual(await stored.partition('resources', cardKeys.card(tenant.tenant_id, '').pk), []);
};

const age = async (order: Any): Promise<void> => {
  const ordered_at = new Date(Date.now() - 120_000).toISOString();
  await stored.set('resources', order, { ordered_at, scheduled_at: ordered_at });
};

describe('an abandoned order is voided although', () => {
  for (const effect of ['kill-before', 'kill-after'] as const)
    for (const nth of [1, 2])
      test(`its worker is killed on the way: ${effect} transaction ${nth}`, async () => {
        const { tenant, order } = await anAbandoned();
        const killed = injectFault(machine, tenant, {
          function: settler,
          operation: 'TransactWriteItems',
          nth,
          effect,
        });
        await age(order);
        await comesTrue(() => killed.hits > 0, 'the worker is killed');
        await isVoided(tenant, order);
      });

  for (const effect of ['lose', 'duplicate'] as const)
    test(`its notification meets this: ${effect}`, async () => {
      const { tenant, order } = await anAbandoned();
      const operation = queueName('sandbox', 'cards');
      const fault = injectFault(machine, tenant, { service: 'queue', operation, effect, times: 1 });
      await age(order);
      await comesTrue(() => fault.hits > 0, effect);
      await isVoided(tenant, order);
    });
});
