import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { createCard, replaceCard } from '../../../functions/contract/cards/routes.ts';
import { settleCards } from '../../../functions/contract/workers.ts';
import { keys, partitions } from '../../../functions/store/table.ts';
import { functionName } from '../../../lib/environments.ts';
import { until } from '../../../local/test/helpers/until.ts';
import type { Answer } from '../../helpers/call.ts';
import { type Death, deathsAmong, isSoak } from '../../helpers/deaths.ts';
import { aTenant, posted, type Tenant } from '../../helpers/given.ts';
import { aCard, aCardholder, cardBody, theCardholder } from '../../helpers/given-cards.ts';
import { done } from '../../helpers/given-verifications.ts';
import type { Any } from '../../helpers/printed-document.ts';
import { strike } from '../../helpers/strikes.ts';
import { held, local, stored } from './service.ts';

/** The cards that work at the issuer, by its own books, and those that are here, whatever became of them. */
const bothSides = async ({ tenant_id }: Tenant) => {
  const books = await stored.items('issuer', tenant_id);
  const ours = await stored.partition('resources', partitions.cards(tenant_id));
  const issued = books.filter(({ standing }) => standing === 'issued').map(({ pk }): string => pk);
  return { issued: issued.toSorted(), ours: ours.map(({ sk }): string => sk).toSorted() };
};

const intentsOf = ({ tenant_id }: Tenant): Promise<Any[]> =>
  stored.partition('resources', keys.issuingIntent(tenant_id, '', '', []).pk);

/** Makes what was ordered and not finished so old that it is given up. */
const age = async (tenant: Tenant): Promise<void> => {
  const longAgo = new Date(Date.now() - 600_000).toISOString();
  for (const intent of await intentsOf(tenant))
    await stored.set('resources', intent, { ordered_at: longAgo, due_at: longAgo });
};

/** Gives up what was ordered and not finished. */
const givenUp = async (tenant: Tenant): Promise<void> => {
  await age(tenant);
  await until(async () => (await intentsOf(tenant)).length === 0, 'orders that nobody finished are given up');
};

type Ordering = { readonly tenant: Tenant; readonly send: () => Promise<Answer> };

const creating = async (): Promise<Ordering> => {
  const tenant = await aTenant(local);
  const body = cardBody((await theCardholder(tenant)).id);
  const key = randomUUID();
  return { tenant, send: () => posted(tenant, '/cards', key, body) };
};

const replacing = async (): Promise<Ordering> => {
  const tenant = await aTenant(local);
  const { id } = await aCard(tenant);
  const key = randomUUID();
  return { tenant, send: () => posted(tenant, `/cards/${id}/replace`, key, { reason: 'lost' }) };
};

/** The call of a creation with which it goes to the issuer: after it has looked and has written the order down. */
const toTheIssuer = 3;

const ordering = ['TransactWriteItems', 'GenerateMac', 'PutItem', 'TransactWriteItems'] as const;

/** How a card is ordered, what it asks of AWS, and how many cards there are when it is done. */
const orders = [
  { route: createCard, arrange: creating, asks: ['BatchGetItem', ...ordering], cards: 1 },
  { route: replaceCard, arrange: replacing, asks: ['BatchGetItem', 'BatchGetItem', ...ordering], cards: 2 },
] as const;

for (const { route, arrange, asks, cards } of orders)
  describe(`an order of ${route.id} whose function is killed`, { concurrency: 3 }, () => {
    /** Whether such a death leaves an order that is written down and not finished. */
    const isOrdered = ({ effect, nth }: Death): boolean => {
      const done = effect === 'kill-after' ? nth : nth - 1;
      return done > asks.indexOf('TransactWriteItems') && done < asks.length;
    };
    for (const { effect, nth } of deathsAmong(asks)) {
      const killed = async () => {
        const { tenant, send } = await arrange();
        const fault = strike(local, tenant, { function: functionName('sandbox', route.id), effect, nth });
        const answer = await send();
        assert.deepEqual([answer.status >= 500, fault.hits], [true, 1], answer.text);
        return { tenant, send };
      };

      test(`${effect} call ${nth}, and that is sent again, is one card at the issuer and here`, async () => {
        const { tenant, send } = await killed();
        const [intent] = await intentsOf(tenant);
        const { status, body, text } = await send();
        assert.equal(status, 201, text);
        const { issued, ours } = await bothSides(tenant);
        assert.deepEqual([issued, ours.length], [ours, cards]);
        assert.ok(ours.includes(body.id));
        if (intent) assert.equal(body.id, intent.card_id, 'it goes on with its order');
        assert.deepEqual(await intentsOf(tenant), []);
      });

      test(`${effect} call ${nth}, and that is never sent again, is on both sides or on none`, async () => {
        const { tenant, send } = await killed();
        const [intent] = await intentsOf(tenant);
        assert.equal(intent !== undefined, isOrdered({ effect, nth }), 'what is ordered is written down before');
        await givenUp(tenant);
        if (intent) assert.equal((await held.tables.get({ table: 'issuer', pk: intent.card_id })).standing, 'voided');
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
    const slow = strike(local, tenant, {
      function: functionName('sandbox', createCard.id),
      nth: toTheIssuer,
      effect: { delay_ms: 3_000 },
    });
    const first = send();
    await until(() => slow.hits === 1, 'it is at the issuer');
    await givenUp(tenant);
    assert.ok([201, 503].includes((await first).status));
    assert.equal((await send()).status, 201);
    const { issued, ours } = await bothSides(tenant);
    assert.deepEqual([issued, ours.length], [ours, 1]);
  });

  test('becomes no card when it comes back before the issuer’s voiding is noted', async () => {
    const { tenant, send } = await creating();
    const keeping = { function: functionName('sandbox', createCard.id), nth: toTheIssuer + 2 };
    const slow = strike(local, tenant, { ...keeping, effect: { delay_ms: 4_000 } });
    const unnoted = strike(local, tenant, {
      function: functionName('sandbox', settleCards.id),
      operation: 'TransactWriteItems',
      when: ({ body }) => `${body}`.includes('"Delete"'),
      effect: 'deny',
    });
    const first = send();
    await until(() => slow.hits === 1, 'its card is to be kept');
    await age(tenant);
    await until(() => unnoted.hits > 0, 'the issuer has voided it');
    assert.equal((await first).status, 503);
    unnoted.remove();
    await givenUp(tenant);
    assert.deepEqual(await bothSides(tenant), { issued: [], ours: [] });
  });
});

describe('an order that races the closing of its customer', () => {
  const close = (tenant: Tenant, id: string) => done(tenant, `/customers/${id}/close`);

  test('and loses between the issuer and its own end is no card anywhere', async () => {
    const tenant = await aTenant(local);
    const { id } = await aCardholder(tenant, ['virtual_cards']);
    const slow = strike(local, tenant, {
      function: functionName('sandbox', createCard.id),
      nth: toTheIssuer,
      effect: { delay_ms: 5_000 },
    });
    const ordered = posted(tenant, '/cards', randomUUID(), cardBody(id));
    await until(() => slow.hits === 1, 'it is at the issuer');
    await close(tenant, id);
    const { status, body } = await ordered;
    assert.deepEqual([status, body.code], [422, 'feature_not_active']);
    assert.equal((await bothSides(tenant)).issued.length, 1, 'the issuer has made it');
    await givenUp(tenant);
    assert.deepEqual(await bothSides(tenant), { issued: [], ours: [] });
  });

  test('never leaves a card that is open', async () => {
    for (let round = 0; round < (isSoak ? 10 : 2); round++) {
      const tenant = await aTenant(local);
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
        return body.data.length === ours.length && body.data.every(({ status }: Any) => status === 'closed');
      };
      await until(left, 'every card of a closed customer is closed');
    }
  });
});
