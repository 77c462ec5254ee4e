import assert from 'node:assert/strict';
import * as z from 'zod/mini';
import type { ApiError } from '../../../../functions/core/api-error.ts';
import {
  webhook as registered,
  toWebhookResource,
} from '../../../../functions/delivery/webhooks/changes.ts';
import type { DestinationType } from '../../../../functions/delivery/webhooks/destination.ts';
import { noHealth } from '../../../../functions/delivery/webhooks/health-table.ts';
import { changedEndpoint, checkedEndpoint } from '../../../../functions/delivery/webhooks/input.ts';
import { updatedWebhook } from '../../../../functions/delivery/webhooks/model.ts';
import { createWebhook } from '../../../../functions/delivery/webhooks/routes.ts';
import { maskedUrl } from '../../../../functions/delivery/webhooks/url.ts';
import { now } from '../../../helpers/fixtures/cards.ts';
import { aStoredWebhook } from '../../../helpers/fixtures/webhooks.ts';
import { describe, test } from '../../../helpers/tests.ts';

const role = 'arn:aws:iam::123456789012:role/financial-services-sandbox-deliver-webhook-role';
const bus = 'arn:aws:events:eu-west-1:111122223333:event-bus/orders';
const queue = 'https://sqs.eu-west-1.amazonaws.com/111122223333/orders';

describe('the input', () => {
  const pointers = (body: object) => {
    const { error } = z.safeParse(createWebhook.body, body);
    return error?.issues.map(({ path }) => `/${path.join('/')}`) ?? [];
  };
  const destination = { type: 'sqs', queue_url: queue };

  test('has a URL or a destination, and not both; a destination has no headers', () => {
    assert.deepEqual(pointers({ destination }), []);
    assert.deepEqual(pointers({ url: null, destination, headers: {} }), []);
    assert.deepEqual(pointers({ url: 'https://example.com/x', destination: null }), []);
    assert.deepEqual(pointers({ url: 'https://example.com/x', destination }), ['/destination']);
    assert.deepEqual(pointers({}), ['/url']);
    assert.deepEqual(pointers({ url: null, destination: null }), ['/url']);
    assert.deepEqual(pointers({ destination, headers: { a: 'b' } }), ['/headers']);
    assert.deepEqual(pointers({ destination: { ...destination, bus_arn: bus } }), ['/destination']);
    assert.deepEqual(pointers({ destination: { type: 'sqs', queue_url: bus } }), [
      '/destination/queue_url',
    ]);
    assert.deepEqual(pointers({ destination: { type: 'sns', topic_arn: bus } }), [
      '/destination/type',
    ]);
  });

  const sender = { targets: 'public', role: () => role } as const;
  const refused = (act: () => unknown) => {
    let items: string[] = [];
    assert.throws(act, ({ details }: ApiError) => {
      items = (details.errors ?? []).map((item) => ('pointer' in item ? item.pointer : ''));
      return true;
    });
    return items;
  };

  test('is stored as one address with its kind, and a webhook keeps its kind', () => {
    const to = { type: 'eventbridge', bus_arn: bus } as const;
    assert.deepEqual(checkedEndpoint({ destination: to }, sender), {
      url: bus,
      destination_type: 'eventbridge',
    });
    const [hook, onBus] = [
      { destination_type: null },
      { destination_type: 'eventbridge' },
    ] as const;
    assert.equal(changedEndpoint(onBus, { destination: to }, sender), bus);
    assert.equal(changedEndpoint(onBus, {}, sender), undefined);
    assert.deepEqual(
      refused(() => changedEndpoint(onBus, { url: 'https://example.com/' }, sender)),
      ['/url'],
    );
    assert.deepEqual(
      refused(() => changedEndpoint(hook, { destination: to }, sender)),
      ['/destination/type'],
    );
    const sqs = { type: 'sqs', queue_url: queue } as const;
    assert.deepEqual(
      refused(() => changedEndpoint(onBus, { destination: sqs }, sender)),
      ['/destination/type'],
    );
    assert.deepEqual(
      refused(() => changedEndpoint(onBus, { headers: { a: 'b' } }, sender)),
      ['/headers'],
    );
    const own = { type: 'sqs', queue_url: queue.replace('111122223333', '123456789012') } as const;
    assert.deepEqual(
      refused(() => checkedEndpoint({ destination: own }, sender)),
      ['/destination/queue_url'],
    );
  });
});

test('events of a webhook show neither account nor name of its destination, nor the policy', (t) => {
  // Modules hold the object: what it has changes, and it stays.
  const set = { DELIVERY_ROLE: role, ENVIRONMENT: 'sandbox' };
  const before = Object.keys(set).map((name) => [name, process.env[name]] as const);
  t.after(() => {
    for (const [name, value] of before)
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
  });
  Object.assign(process.env, set);
  const shown = (type: DestinationType, url: string) => {
    const after = aStoredWebhook({ destination_type: type, url });
    const resource = toWebhookResource({ webhook: after, health: noHealth }, now);
    assert.ok(resource.destination?.policy?.includes('111122223333'));
    const updated = updatedWebhook(after, { ...after, url: url.replace('orders', 'other') }, now);
    return registered(updated, noHealth, now).events;
  };
  for (const [type, url] of [
    ['sqs', queue],
    ['eventbridge', bus],
  ] as const) {
    const text = JSON.stringify(shown(type, url));
    assert.ok(
      !text.includes('111122223333') &&
        !text.includes('orders') &&
        !text.includes('other') &&
        text.includes('"policy":null'),
      text,
    );
  }
  assert.deepEqual(
    [maskedUrl(bus), maskedUrl(queue)],
    ['arn:aws:events:eu-west-1:****', 'https://sqs.eu-west-1.amazonaws.com/****'],
  );
});
