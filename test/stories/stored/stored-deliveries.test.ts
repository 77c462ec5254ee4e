import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { eventOf } from '../../../functions/core/outbox/content-table.ts';
import { noticeOf } from '../../../functions/core/outbox/model.ts';
import type { Any } from '../../helpers/printed-document.ts';
import { variantsOf } from '../../helpers/stored/fields.ts';
import { storedOf } from '../../helpers/stored/fixtures.ts';
import { storedKinds } from '../../helpers/stored/kinds.ts';
import { kindReaders } from '../../helpers/stored/readers.ts';
import {
  deliver,
  delivery,
  fanOut,
  inTenant,
  messages,
  type Placed,
  posts,
  tables,
  tenant,
  url,
  type Worker,
  worked,
} from '../../helpers/stored/workers.ts';

// An item of a release that lacks one of its fields is fanned out and delivered as with the field's
// default. Where an item cannot be read without the field, the message fails, so that it comes
// again, and nothing is sent.

/** The result of a worker for a message where these items are stored. */
const seenBy = async (worker: Worker, message: object, items: readonly Placed[]) => {
  const began = new Date().toISOString();
  const failed = await worked(worker, [message], items);
  const made = { failed: failed.length, posts: [...posts], messages: [...messages] };
  return {
    ...made,
    stored: () => stable([tables().everything('deliveries'), items.map(left)], began),
  };
};

const left = ({ kind, item: { pk, sk } }: Placed) => {
  const [found, known] = [
    tables().find({ table: storedKinds[kind].table, pk, sk }),
    kindReaders[kind],
  ];
  return found && known ? known.reader(known.contentOf(found)) : found;
};

/** Without what differs from one attempt to the next. */
const stable = (value: unknown, began: string): unknown =>
  JSON.parse(
    JSON.stringify(value, (name, one) => {
      if (
        /^(duration_ms|timings|token|date|headers|first_attempt|expires_at_s|schedule_shard)$/.test(
          name,
        )
      )
        return 'new';
      return typeof one === 'string' && /\d{4}-.*Z$/.test(one) && one.slice(-24) >= began
        ? 'new'
        : one;
    }),
  );

const withoutEach = async (
  worker: Worker,
  message: object,
  one: Placed,
  items: readonly Placed[],
) => {
  const seen = (item: Any) =>
    seenBy(worker, message, [...items.filter((other) => other !== one), { ...one, item }]);
  const whole = await seen(one.item);
  assert.deepEqual([whole.failed, whole.posts.length + whole.messages.length], [0, 1]);
  let fields = 0;
  for (const { path, lacking, defaulted } of variantsOf(one.kind, one.item)) {
    fields += 1;
    const name = `${one.kind} without ${path.join('.')}`;
    const { stored, ...found } = await seen(lacking);
    if (defaulted === undefined) {
      assert.deepEqual(found, { failed: 1, posts: [], messages: [] }, name);
      assert.ok(
        !JSON.stringify(tables().sent).includes('"attempts_made":1'),
        `${name}: an attempt is recorded`,
      );
      continue;
    }
    const got = stored();
    const { stored: expected, ...wanted } = await seen(defaulted);
    assert.deepEqual(found, wanted, name);
    assert.deepEqual(got, expected(), name);
  }
  assert.ok(fields > 1, `${fields} fields`);
};

describe('a delivery is claimed and sent alike without a field and with its default', () => {
  const [{ item: health } = assert.fail()] = storedOf('health', 'healthy');
  const [{ item: owner } = assert.fail()] = storedOf('tenant', 'active');
  const items: readonly Placed[] = [
    { kind: 'delivery', item: delivery },
    ...inTenant('webhook', tenant, { url }).slice(0, 1),
    ...inTenant('event', tenant),
    { kind: 'health', item: { ...health, pk: `${tenant}/${delivery.webhook_id}` } },
    { kind: 'tenant', item: { ...owner, pk: `${tenant}/tenant` } },
  ];
  const { webhook_id, id: delivery_id, attempts_made } = delivery;
  const message = { kind: 'delivery', tenant_id: tenant, webhook_id, delivery_id, attempts_made };
  for (const one of items) test(one.kind, () => withoutEach(deliver, message, one, items));
});

describe('an event is fanned out alike without a field and with its default', () => {
  const [{ item: event } = assert.fail()] = storedOf('event', 'document.updated');
  const { tenant_id, type } = eventOf(event);
  const items: readonly Placed[] = [
    { kind: 'event', item: event },
    ...inTenant('webhook-slot', tenant_id, { event_types: [type] }).slice(0, 1),
  ];
  for (const one of items)
    test(one.kind, () => withoutEach(fanOut, { detail: noticeOf(event) }, one, items));
});
