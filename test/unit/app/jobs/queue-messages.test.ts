import assert from 'node:assert/strict';
import type * as z from 'zod/mini';
import {
  CardsQueueMessage,
  CountersQueueMessage,
  DeliverQueueMessage,
  DocumentQueueMessage,
  NoticeQueueMessage,
  RedactionQueueMessage,
  VerificationQueueMessage,
} from '../../../../functions/app/jobs/message-schemas.ts';
import { scheduledKinds } from '../../../../functions/app/jobs/scheduled-kinds.ts';
import type { Item } from '../../../../functions/core/dynamodb/client.ts';
import { noticeOf } from '../../../../functions/core/outbox/model.ts';
import { deliveryMessage } from '../../../../functions/delivery/deliveries/model.ts';
import { deliveryOf } from '../../../../functions/delivery/deliveries/table.ts';
import { storedOf } from '../../../helpers/stored/fixtures.ts';
import type { StoredKind } from '../../../helpers/stored/kinds.ts';
import { describe, test } from '../../../helpers/tests.ts';

// Every message that the service sends is read by the consumers of its queue, and no message that lacks an id is.

const queues = {
  deliver: DeliverQueueMessage,
  documents: DocumentQueueMessage,
  identity: VerificationQueueMessage,
  cards: CardsQueueMessage,
  redactions: RedactionQueueMessage,
  counters: CountersQueueMessage,
  bus: NoticeQueueMessage,
} as const;

type Case = readonly [name: string, schema: z.ZodMiniType, message: object];

const [{ item: event } = assert.fail()] = storedOf('event', 'customer.created');
const [{ item: delivery } = assert.fail()] = storedOf('delivery', 'pending');
const notice = { detail: noticeOf(event) };

const swept: Case[] = Object.entries(scheduledKinds).flatMap(([kind, { to, message }]) =>
  storedOf(kind as StoredKind).flatMap(({ item, state }): Case[] => {
    if (item.deleted_at) return [];
    const made = message(item);
    return [[`${kind} ${state.join(' ')}`, queues[to], to === 'bus' ? { detail: made } : made]];
  }),
);

const sent: Case[] = [
  ['an event for the fan-out', NoticeQueueMessage, notice],
  ['an event for verifications', VerificationQueueMessage, notice],
  ['an event for cards', CardsQueueMessage, notice],
  ['a new delivery', DeliverQueueMessage, deliveryMessage(deliveryOf(delivery))],
  ['an uploaded object', DocumentQueueMessage, { kind: 'document', key: 'biz_1/cus_1/doc_1' }],
];

/** Older releases sent these messages without a kind. */
const withoutKind: readonly z.ZodMiniType[] = [DocumentQueueMessage, VerificationQueueMessage];

/** A message without each of its fields, with another type in each, and with each as an empty text. */
const brokenOf = (message: object): object[] =>
  Object.entries(message).flatMap(([name, value]): object[] => {
    const { [name]: _, ...rest } = message as Record<string, unknown>;
    const within = name === 'detail' ? brokenOf(value).map((detail) => ({ detail })) : [];
    // A route without ids in its path has none in the key of an order.
    const others = [null, '', {}, [7], true, -1, ...(Array.isArray(value) ? [] : [[]])];
    return [rest, ...others.map((other) => ({ ...rest, [name]: other })), ...within];
  });

describe('the consumer reads what is sent', () => {
  const seen = new Set<string>();
  for (const [name, schema, message] of [...swept, ...sent]) {
    // One test for each form of a message.
    const form = `${name.split(' ')[0]} ${Object.keys(message)}`;
    if (seen.has(form)) continue;
    seen.add(form);
    test(name, () => {
      assert.deepEqual(schema.parse(message), message);
      assert.deepEqual(schema.parse({ ...message, newer: 'field' }), message);
      for (const broken of brokenOf(message)) {
        const isOlder =
          withoutKind.includes(schema) && !('kind' in broken) && !('customer_id' in broken);
        assert.equal(
          schema.safeParse(broken).success,
          isOlder && !('detail' in broken),
          JSON.stringify(broken),
        );
      }
    });
  }
  test('of each kind', () => assert.ok(seen.size >= 14, [...seen].join()));
});

describe('the sweeper makes no message of an item that lacks an id', () => {
  for (const [kind, { message }] of Object.entries(scheduledKinds)) {
    const [stored] = storedOf(kind as StoredKind);
    if (!stored) continue;
    const made = JSON.stringify(message(stored.item));
    test(kind, () => {
      for (const name of Object.keys(stored.item as Item)) {
        const { [name]: _, ...lacking } = stored.item;
        let text: string;
        try {
          text = JSON.stringify(message(lacking));
        } catch {
          continue;
        }
        assert.ok(text === made, `${name}: ${text}`);
      }
    });
  }
});
