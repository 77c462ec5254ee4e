import '../../process.ts';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { reconcileCards } from '../../../../functions/app/jobs/jobs.ts';
import { createCard, replaceCard } from '../../../../functions/issuing/cards/routes.ts';
import { cardKeys } from '../../../../functions/issuing/cards/table.ts';
import { functionName } from '../../../../lib/environments.ts';
import { type Answer, done, posted } from '../../../helpers/call.ts';
import { type CrashPoint, crashPointsAmong, isSoak } from '../../../helpers/crash-points.ts';
import {
  aCardholder,
  anOrderedCard,
  cardBody,
  theCardholder,
} from '../../../helpers/fixtures/cards.ts';
import { aTenant, type Tenant } from '../../../helpers/fixtures/tenants.ts';
import { hold, injectFault } from '../../../helpers/injected-faults.ts';
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

/** Makes what was ordered and not finished so old that it is given up. */
const age = async (tenant: Tenant): Promise<void> => {
  const longAgo = new Date(Date.now() - 600_000).toISOString();
  for (const order of await storedOrders(tenant))
    await stored.set('resources', order, { ordered_at: longAgo, scheduled_at: longAgo });
};

/** Has it given up now: an order that is held has seconds, in which a sweep need not come. */
const finish = async (tenant: Tenant): Promise<void> => {
  await age(tenant);
  const Records = (await storedOrders(tenant)).map(
    ({ tenant_id, operation, path_ids, idempotency_key }, index) => ({
      messageId: String(index),
      body: JSON.stringify({ kind: 'card_order', tenant_id, operation, path_ids, idempotency_key }),
    }),
  );
  await machine.invoke(functionName('sandbox', reconcileCards.id), { Records });
};

/** Gives up what was ordered and not finished. */
const givenUp = async (tenant: Tenant): Promise<void> => {
  await age(tenant);
  await comesTrue(
    async () => (await storedOrders(tenant)).length === 0,
    'orders that nobody finished are given up',
  );
};

type Ordering = { readonly tenant: Tenant; readonly send: () => Promise<Answer> };

const creating = async (): Promise<Ordering> => {
  const tenant = await aTenant(machine);
  const body = cardBody((await theCardholder(tenant)).id);
  const key = randomUUID();
  return { tenant, send: () => posted(tenant, '/cards', key, body) };
};

const replacing = async (): Promise<Ordering> => {
  const tenant = await aTenant(machine);
  const { id } = await anOrderedCard(tenant);
  const key = randomUUID();
  return { tenant, send: () => posted(tenant, `/cards/${id}/replace`, key, { reason: 'lost' }) };
};

/** The call of a creation with which it goes to the issuer: after it has looked and has written the order down. */
const toTheIssuer = 3;

/** The order is written down, the issuer finds its number, marks it and books it, the card is saved. */
const ordering = [
  'TransactWriteItems',
  'GenerateMac',
  'GenerateMac',
  'PutItem',
  'PutItem',
  'TransactWriteItems',
] as const;

/** How a card is ordered, what it asks of AWS, and how many cards there are when it is done. */
const orders = [
  { route: createCard, arrange: creating, asks: ['BatchGetItem', ...ordering], cards: 1 },
  {
    route: replaceCard,
    arrange: replacing,
    asks: ['BatchGetItem', 'BatchGetItem', ...ordering],
    cards: 2,
  },
] as const;

for (const { route, arrange, asks, cards } of orders)
  describe(`an order of ${route.id} whose function is killed`, () => {
    /** Whether such a death leaves an order that is written down and not finished. */
    const isOrdered = ({ effect, nth }: CrashPoint): boolean => {
      const done = effect === 'kill-after' ? nth : nth - 1;
      return done > asks.indexOf('TransactWriteItems') && done < asks.length;
    };
    for (const { effect, nth } of crashPointsAmong(asks)) {
      const killed = async () => {
        const { tenant, send } = await arrange();
        const fault = injectFault(machine, tenant, {
          function: functionName('sandbox', route.id),
          effect,
          nth,
        });
        const answer = await send();
        assert.deepEqual([answer.status >= 500, fault.hits], [true, 1], answer.text);
        return { tenant, send };
      };

      test(`${effect} call ${nth}, and that is sent again, is one card at the issuer and here`, async () => {
        const { tenant, send } = await killed();
        const [order] = await storedOrders(tenant);
        const { status, body, text } = await send();
        assert.equal(status, 201, text);
        const { issued, ours } = await bothSides(tenant);
        assert.deepEqual([issued, ours.length], [ours, cards]);
        assert.ok(ours.includes(body.id));
        if (order) assert.equal(body.id, order.card_id, 'it goes on with its order');
        assert.deepEqual(await storedOrders(tenant), []);
      });

      test(`${effect} call ${nth}, and that is never sent again, is on both sides or on none`, async () => {
        const { tenant, send } = await killed();
        const [order] = await storedOrders(tenant);
        assert.equal(
          order !== undefined,
          isOrdered({ effect, nth }),
          'what is ordered is written down before',
        );
        await givenUp(tenant);
        if (order)
          assert.equal(
            (await held.tables.get({ table: 'issuer', pk: order.card_id })).state,
            'voided',
          );
        const { issued, ours } = await bothSides(tenant);
        assert.deepEqual(issued, ours);
        const wasDone = nth === asks.length && effect === 'kill-after';
        assert.equal(ours.length, wasDone ? cards : cards - 1);
        assert.equal((await send()).status, 201, 'and may be sent later all the same');
        const later = await bothSides(tenant);
        assert.deepEqual([later.issued, later.ours.length], [later.ours, cards]);
      });
    }
  });

describe('an order that is given up while it is at the issuer', () => {
  test('becomes no card, and sent again it is one', async () => {
    const { tenant, send } = await creating();
    const slow = hold(machine, tenant, {
      function: functionName('sandbox', createCard.id),
      nth: toTheIssuer,
    });
    const first = send();
    await slow.isOnItsWay();
    await finish(tenant);
    await givenUp(tenant);
    slow.letGo();
    assert.equal((await first).status, 503);
    assert.equal((await send()).status, 201);
    const { issued, ours } = await bothSides(tenant);
    assert.deepEqual([issued, ours.length], [ours, 1]);
  });

  test('becomes no card when it comes back before the issuer’s voiding is noted', async () => {
    const { tenant, send } = await creating();
    const keeping = { function: functionName('sandbox', createCard.id), nth: toTheIssuer + 3 };
    const slow = hold(machine, tenant, keeping);
    const unrecorded = injectFault(machine, tenant, {
      function: functionName('sandbox', reconcileCards.id),
      operation: 'TransactWriteItems',
      when: ({ body }) => `${body}`.includes('"Delete"'),
      effect: 'deny',
    });
    const first = send();
    await slow.isOnItsWay();
    await finish(tenant);
    await comesTrue(() => unrecorded.hits > 0, 'the issuer has voided it');
    slow.letGo();
    assert.equal((await first).status, 503);
    unrecorded.remove();
    await givenUp(tenant);
    assert.deepEqual(await bothSides(tenant), { issued: [], ours: [] });
  });
});

describe('an order that races the closing of its customer', () => {
  const close = (tenant: Tenant, id: string) => done(tenant, `/customers/${id}/close`);

  test('and loses between the issuer and its own end is no card anywhere, and its key is free', async () => {
    const tenant = await aTenant(machine);
    const { id } = await aCardholder(tenant, ['virtual_cards']);
    const slow = hold(machine, tenant, {
      function: functionName('sandbox', createCard.id),
      nth: toTheIssuer,
    });
    const key = randomUUID();
    const ordered = posted(tenant, '/cards', key, cardBody(id));
    await slow.isOnItsWay();
    const [{ card_id }] = (await storedOrders(tenant)) as [Any];
    await close(tenant, id);
    slow.letGo();
    const { status, body } = await ordered;
    assert.deepEqual([status, body.code], [422, 'feature_not_active']);
    const booked = await held.tables.get({ table: 'issuer', pk: card_id });
    assert.deepEqual(
      [booked.state, booked.type],
      ['voided', 'virtual'],
      'the issuer has made it, and called it off',
    );
    assert.deepEqual(await bothSides(tenant), { issued: [], ours: [] });
    const other = await posted(tenant, '/cards', key, cardBody((await theCardholder(tenant)).id));
    assert.equal(other.status, 201, other.text);
  });

  test('never leaves a card that is open', async () => {
    for (let round = 0; round < (isSoak ? 10 : 2); round++) {
      const tenant = await aTenant(machine);
      const { id } = await aCardholder(tenant, ['virtual_cards']);
      const order = () => posted(tenant, '/cards', randomUUID(), cardBody(id));
      const first = Array.from({ length: 3 }, order);
      const closing = close(tenant, id);
      const answers = await Promise.all([...first, ...Array.from({ length: 3 }, order)]);
      await closing;
      for (const { status, text } of answers) assert.ok([201, 422].includes(status), text);
      await givenUp(tenant);
      const { issued, ours } = await bothSides(tenant);
      assert.deepEqual(issued, ours);
      assert.equal(ours.length, answers.filter(({ status }) => status === 201).length);
      const query = [['customer_id', id]] as const;
      const left = async () => {
        const { body } = await tenant.call({ method: 'GET', path: '/cards', query });
        return (
          body.data.length === ours.length &&
          body.data.every(({ status }: Any) => status === 'closed')
        );
      };
      await comesTrue(left, 'every card of a closed customer is closed');
    }
  });
});
