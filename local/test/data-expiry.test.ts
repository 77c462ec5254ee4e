import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { GetCommand, PutCommand } from '@aws-sdk/lib-dynamodb';
import { startTtl } from '../dynamodb/ttl.ts';
import { type DataPlane, startDataPlane } from './helpers/data-plane.ts';
import { dataResources, leases } from './helpers/data-resources.ts';
import { until } from './helpers/until.ts';

let plane: DataPlane;
before(async () => {
  plane = await startDataPlane(dataResources());
});
after(() => plane.stop());

test('what has expired is deleted, and nothing else', async () => {
  const now = Math.floor(Date.now() / 1000);
  const lease = (pk: string, expires_at_s?: unknown) =>
    plane.client().send(new PutCommand({ TableName: leases, Item: { pk, ...(expires_at_s ? { expires_at_s } : {}) } }));
  await lease('past', now - 10);
  await lease('future', now + 1_000);
  await lease('unending');
  await lease('text', String(now - 10));
  const ttl = startTtl({ engine: plane.dynamodb, resources: dataResources() });
  assert.equal(await ttl.sweep(), 1);
  assert.equal(await ttl.sweep(), 0);
  await ttl.stop();
  const found = async (pk: string) =>
    (await plane.client().send(new GetCommand({ TableName: leases, Key: { pk } }))).Item !== undefined;
  assert.deepEqual(
    [await found('past'), await found('future'), await found('unending'), await found('text')],
    [false, true, true, true],
  );
});

test('expiry happens by itself', async (context) => {
  const Item = { pk: 'soon', expires_at_s: Math.floor(Date.now() / 1000) - 1 };
  await plane.client().send(new PutCommand({ TableName: leases, Item }));
  const ttl = startTtl({ engine: plane.dynamodb, resources: dataResources(), interval_ms: 5 });
  context.after(ttl.stop);
  const get = new GetCommand({ TableName: leases, Key: { pk: 'soon' } });
  await until(async () => (await plane.client().send(get)).Item === undefined, 'the item is gone');
});
