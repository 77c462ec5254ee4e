import assert from 'node:assert/strict';
import { idsAt } from '../../../../functions/core/new-id.ts';
import {
  type Cause,
  commitUnit,
  type UnitOfWork,
} from '../../../../functions/core/outbox/unit-of-work.ts';
import { testEvent } from '../../../../functions/delivery/webhooks/changes.ts';
import { card } from '../../../../functions/issuing/cards/changes.ts';
import { changeSettings, patchedSettings } from '../../../../functions/issuing/cards/settings.ts';
import { saveCard } from '../../../../functions/issuing/cards/table.ts';
import { transitionCard } from '../../../../functions/issuing/cards/transitions.ts';
import { aCard } from '../../../helpers/fixtures/cards.ts';
import { putInto } from '../../../helpers/run-handler.ts';
import { testDatabase } from '../../../helpers/test-database.ts';
import { describe, test } from '../../../helpers/tests.ts';

const now = new Date('2026-11-20T15:04:05.123Z');
const cause: Cause = {
  request_id: 'request-1',
  idempotency_key: 'key-1',
  environment: 'sandbox',
  actor: { type: 'system', id: 'reconcile-cards' },
  now,
  newId: idsAt(now),
};
const ids = {
  id: 'card_01jd5fq7k9e8xv3m2n4p6r8t0a',
  customer_id: 'cus_01jd5fq7k9e8xv3m2n4p6r8t0a',
};
const active = aCard({ ...ids, counted_with: ids.id });
const rename =
  changeSettings(active, patchedSettings(active, { nickname: 'Travel' }), now) ?? assert.fail();

/**
 * The items that one transaction puts for a unit of work: the resources, and the events with their
 * bodies.
 */
const committed = async (unit: UnitOfWork) => {
  const { connection, sent } = testDatabase([saveCard(active)]);
  await commitUnit(connection, unit, cause, { now, deadline: Date.now() + 9_500 });
  const events = putInto(sent[0], 'outbox').map((item) => ({
    ...item,
    ...JSON.parse(String(item.body)),
  }));
  const puts = (sent[0]?.input.TransactItems ?? []) as {
    Put?: { ExpressionAttributeValues?: { ':version'?: number } };
  }[];
  const rests = puts.flatMap(({ Put }) => Put?.ExpressionAttributeValues?.[':version'] ?? []);
  return { resources: putInto(sent[0], 'resources'), rests, events };
};

describe('what changed', () => {
  test('several times is saved once, over what was read first, and published each time', async () => {
    const closed = transitionCard(rename.after, 'close', 'lost', now);
    const { resources, rests, events } = await committed({
      changes: [card(rename, closed)],
      conditions: [],
    });
    assert.deepEqual(rests, [active.version]);
    assert.deepEqual(
      resources.map(({ version, state }) => [version, state]),
      [[3, 'closed']],
    );
    assert.deepEqual(
      events.map(({ type, sequence, data }) => [type, sequence, data.nickname, data.status]),
      [
        ['card.updated', 2, 'Travel', 'active'],
        ['card.closed', 3, 'Travel', 'closed'],
      ],
    );
    assert.ok(events[0].id < events[1].id, 'events sort in the order in which they happened');
  });

  test('into something that the contract does not have is found before anything is committed', () => {
    const broken = { ...active, currency: 'no such currency' };
    assert.throws(() => card({ before: active, after: broken, event: 'card.updated' }), {
      name: '$ZodError',
    });
  });
});

test('an event for one webhook has the id that it was given, says that it is a test, and waits for no fan-out', async () => {
  const webhook = { tenant_id: 'biz', id: 'whk_1', version: 4 } as Parameters<typeof testEvent>[0];
  const event = testEvent(webhook, { id: 'evt_1', type: 'webhook.test', data: {} });
  const { events } = await committed({ changes: [event], conditions: [] });
  assert.deepEqual(
    [events[0].event_id, events[0].sequence, 'scheduled_at' in events[0]],
    ['evt_1', 4, false],
  );
  assert.equal(events[0].test, true);
  const frozen = card(transitionCard(active, 'freeze', null, now));
  const [reported] = (await committed({ changes: [frozen], conditions: [] })).events;
  assert.deepEqual(['scheduled_at' in reported, 'test' in reported], [true, false]);
});
