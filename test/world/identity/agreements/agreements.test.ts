import '../../process.ts';
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { done, seen } from '../../../helpers/call.ts';
import { agreementBody } from '../../../helpers/fixtures/agreements.ts';
import { aCustomer } from '../../../helpers/fixtures/customers.ts';
import { test } from '../../../helpers/tests.ts';
import { world } from '../../world.ts';

const { aBusiness, tables: stored } = await world();

test('what a customer accepts is listed, read and in the timeline, and the highest version counts', async () => {
  const tenant = await aBusiness();
  const { id } = await aCustomer(tenant);
  const path = `/customers/${id}/agreements`;
  const versions = ['2', '10', '9', '10'];
  const made = [];
  for (const version of versions) made.push(await done(tenant, path, agreementBody({ version })));
  const listed = await seen(tenant, path);
  assert.deepEqual(listed.data, made.toReversed());
  assert.deepEqual(await seen(tenant, `/agreements/${made[0].id}`), made[0]);
  const timeline = (await seen(tenant, `/customers/${id}/timeline`)).data.filter(
    ({ type }: { type: string }) => type.startsWith('agreement.'),
  );
  assert.deepEqual(
    timeline.map(({ type, sequence, data }: Record<string, unknown>) => [type, sequence, data]),
    made.toReversed().map((one) => ['agreement.created', 1, one]),
  );
  const items = await stored.items('resources', tenant.tenant_id);
  const acceptances = items.filter(({ pk }) => String(pk).endsWith('/acceptance'));
  assert.deepEqual(
    acceptances.map(({ sk, version, agreement_id }) => [sk, version, agreement_id]),
    [['card_user_terms', '10', made[1].id]],
  );
});

test('of two versions at once both are recorded, and the higher one counts', async () => {
  const tenant = await aBusiness();
  const { id } = await aCustomer(tenant);
  const versions = Array.from({ length: 6 }, (_, nth) => String(nth + 1));
  const accept = (version: string) =>
    done(tenant, `/customers/${id}/agreements`, agreementBody({ version }));
  await Promise.all(versions.map(accept));
  const items = await stored.items('resources', tenant.tenant_id);
  assert.equal(items.filter(({ pk }) => String(pk).endsWith('/agreement')).length, versions.length);
  assert.deepEqual(
    items.filter(({ pk }) => String(pk).endsWith('/acceptance')).map(({ version }) => version),
    ['6'],
  );
});

test('the same request twice is one agreement, and a closed customer accepts nothing', async () => {
  const tenant = await aBusiness();
  const { id } = await aCustomer(tenant);
  const path = `/customers/${id}/agreements`;
  const call = {
    method: 'POST',
    path,
    headers: { 'idempotency-key': randomUUID() },
    body: agreementBody(),
  } as const;
  const [first, again] = [await tenant.call(call), await tenant.call(call)];
  assert.deepEqual([first.status, again.text], [201, first.text]);
  assert.equal((await seen(tenant, path)).data.length, 1);
  await done(tenant, `/customers/${id}/close`);
  const refused = await tenant.call({ method: 'POST', path, body: agreementBody() });
  assert.deepEqual([refused.status, refused.body.code], [409, 'action_not_allowed']);
});
