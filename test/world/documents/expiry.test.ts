import assert from 'node:assert/strict';
import { test } from 'node:test';
import { until } from '../../../local/test/helpers/until.ts';
import { done, seen } from '../../helpers/call.ts';
import { aVerifiedCustomer } from '../../helpers/fixtures/customers.ts';
import { aDecidedDocument } from '../../helpers/fixtures/documents.ts';
import { aTenant } from '../../helpers/fixtures/tenants.ts';
import { sharedTimeScaled } from '../../helpers/time-scaled.ts';
import { documentThatIs, eventsOf } from '../../helpers/uploads.ts';

const local = await sharedTimeScaled();

/** A day so far from today, in UTC. */
const inDays = (days: number) => new Date(Date.now() + days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);

test('a sweep announces a document that expires soon, and lets one expire whose last day is over', async () => {
  const tenant = await aTenant(local);
  const customer = await aVerifiedCustomer(tenant);
  const valid = async (days: number) =>
    (await aDecidedDocument(tenant, { outcome: 'accepted', expires_on: inDays(days) }, {}, customer.id)).id;
  const [soon, over, later] = [await valid(20), await valid(-1), await valid(40)];
  assert.equal((await documentThatIs(tenant, over, 'expired')).expires_on, inDays(-1));
  const typesOf = async (id: string) => (await eventsOf(tenant, id)).map(({ type }) => type);
  assert.deepEqual(await typesOf(over), ['document.created', 'document.accepted', 'document.expired']);
  await until(async () => (await typesOf(soon)).includes('document.expiring'), 'it is announced');
  assert.deepEqual(await typesOf(soon), ['document.created', 'document.accepted', 'document.expiring']);
  assert.deepEqual(await typesOf(later), ['document.created', 'document.accepted']);
  assert.equal((await seen(tenant, `/customers/${customer.id}`)).verification.status, 'verified');
});

test('an expired document proves nothing for a new verification', async () => {
  const tenant = await aTenant(local);
  const { id, customer_id } = await aDecidedDocument(tenant, { outcome: 'accepted', expires_on: inDays(-1) });
  await documentThatIs(tenant, id, 'expired');
  const verification = await done(tenant, `/customers/${customer_id}/verifications`, {
    ...{ level: 'standard', document_ids: [id] },
  });
  const codes = verification.requirements.currently_due.map(({ code }: { code: string }) => code);
  assert.ok(codes.includes('document.government_id'), codes.join());
});
