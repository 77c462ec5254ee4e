import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { createCard } from '../../../functions/contract/cards/routes.ts';
import { settleCards } from '../../../functions/contract/workers.ts';
import { keys, partitions } from '../../../functions/store/table.ts';
import { functionName, queueName } from '../../../lib/environments.ts';
import { aTenant, posted, type Tenant } from '../../helpers/given.ts';
import { aCardholder, cardBody } from '../../helpers/given-cards.ts';
import type { Any } from '../../helpers/printed-document.ts';
import { strike } from '../../helpers/strikes.ts';
import { until } from '../../helpers/until.ts';
import { held, local, stored } from './service.ts';

const orderer = functionName('sandbox', createCard.id);
const settler = functionName('sandbox', settleCards.id);

const intentOf = async ({ tenant_id }: Tenant): Promise<Any> =>
  (await stored.partition('resources', keys.issuingIntent(tenant_id, '', '', []).pk))[0];

const standingAtIssuer = async (id: string): Promise<string | undefined> =>
  (await held.tables.get({ table: 'issuer', pk: id }))?.standing;

const cardsHere = ({ tenant_id }: Tenant) => stored.partition('resources', partitions.cards(tenant_id));

/** An order whose function was killed, and that nobody repeats: two minutes old. */
const abandoned = async (
  tenant: Tenant,
  rule: { operation: string; nth: number; effect: 'kill-before' | 'kill-after' },
) => {
  const { id } = await aCardholder(tenant, ['virtual_cards']);
  const fault = strike(local, tenant, { ...rule, function: orderer });
  const send = () => posted(tenant, '/cards', key, cardBody(id));
  const key = randomUUID();
  assert.ok((await send()).status >= 500);
  fault.remove();
  const intent = await intentOf(tenant);
  assert.ok(intent, 'the order is written down');
  return { intent, send };
};

const age = async (intent: Any): Promise<void> => {
  const ordered_at = new Date(Date.now() - 120_000).toISOString();
  await stored.set('resources', intent, { ordered_at, due_at: ordered_at });
};

/** Before, at and after the issuer's call. */
const deaths = [
  { operation: 'TransactWriteItems', nth: 1, effect: 'kill-after', issued: undefined },
  { operation: 'PutItem', nth: 1, effect: 'kill-after', issued: 'issued' },
  { operation: 'TransactWriteItems', nth: 2, effect: 'kill-before', issued: 'issued' },
] as const;

describe('an order that nobody finishes', { concurrency: 4 }, () => {
  for (const { issued, ...death } of deaths)
    test(`an order abandoned by a ${death.effect} of ${death.operation} ${death.nth} ends without a card, here and there`, async () => {
      const tenant = await aTenant(local);
      const { intent } = await abandoned(tenant, death);
      assert.equal(await standingAtIssuer(intent.card_id), issued);
      await age(intent);
      await until(async () => (await intentOf(tenant)) === undefined, 'it is given up');
      assert.equal(await standingAtIssuer(intent.card_id), 'voided');
      assert.deepEqual(await cardsHere(tenant), []);
    });

  for (const effect of ['kill-before', 'kill-after'] as const)
    for (const nth of [1, 2])
      test(`an abandoned order is voided although the worker is killed on the way: ${effect} its transaction ${nth}`, async () => {
        const tenant = await aTenant(local);
        const { intent } = await abandoned(tenant, deaths[2]);
        const killed = strike(local, tenant, {
          function: settler,
          operation: 'TransactWriteItems',
          nth,
          effect,
        });
        await age(intent);
        await until(() => killed.hits > 0, 'the worker is killed');
        await until(async () => (await intentOf(tenant)) === undefined, 'it is given up');
        assert.equal(await standingAtIssuer(intent.card_id), 'voided');
        assert.deepEqual(await cardsHere(tenant), []);
      });

  for (const effect of ['lose', 'duplicate'] as const)
    test(`an abandoned order is voided although its wake-up meets this: ${effect}`, async () => {
      const tenant = await aTenant(local);
      const { intent } = await abandoned(tenant, deaths[2]);
      const fault = strike(local, tenant, {
        service: 'queue',
        operation: queueName('sandbox', 'cards'),
        effect,
        times: 1,
      });
      await age(intent);
      await until(() => fault.hits > 0, effect);
      await until(async () => (await intentOf(tenant)) === undefined, 'it is given up');
      assert.equal(await standingAtIssuer(intent.card_id), 'voided');
    });

  test('a repeated request goes on with its order, and then nothing is left to void', async () => {
    const tenant = await aTenant(local);
    const { intent, send } = await abandoned(tenant, deaths[2]);
    const { status, body, text } = await send();
    assert.equal(status, 201, text);
    assert.equal(body.id, intent.card_id);
    assert.equal(await intentOf(tenant), undefined);
    assert.equal(await standingAtIssuer(intent.card_id), 'issued');
  });
});
