import '../../process.ts';
import assert from 'node:assert/strict';
import { done, seen } from '../../../helpers/call.ts';
import { aVerifiedCustomer } from '../../../helpers/fixtures/customers.ts';
import { aDecidedDocument } from '../../../helpers/fixtures/documents.ts';
import { test } from '../../../helpers/tests.ts';
import { world } from '../../world.ts';

const { aBusiness, clock, tables } = await world();

/** The sweep has come once, and what it began is done. */
const sweep_ms = 61_000;

/** A day so far from today, in UTC. */
const inDays = (days: number) =>
  new Date(clock.now() + days * 24 * 60 * 60 * 1000).toISOString().slice(0, 10);

test('a sweep announces a document that expires soon, and lets one expire whose last day is over', async () => {
  const business = await aBusiness();
  const customer = await aVerifiedCustomer(business);
  const valid = async (expires_on: string): Promise<string> =>
    (await aDecidedDocument(business, { outcome: 'accepted', expires_on }, {}, customer.id)).id;
  const yesterday = inDays(-1);
  const [soon, over, later] = [
    await valid(inDays(20)),
    await valid(yesterday),
    await valid(inDays(40)),
  ];
  await clock.advance(sweep_ms);
  const { status, expires_on } = await seen(business, `/documents/${over}`);
  assert.deepEqual([status, expires_on], ['expired', yesterday]);
  const typesOf = async (id: string) =>
    (await tables.events(business.tenant_id, id)).map(({ type }) => type);
  assert.deepEqual(await typesOf(over), [
    'document.created',
    'document.accepted',
    'document.expired',
  ]);
  assert.deepEqual(await typesOf(soon), [
    'document.created',
    'document.accepted',
    'document.expiring',
  ]);
  assert.deepEqual(await typesOf(later), ['document.created', 'document.accepted']);
  assert.equal((await seen(business, `/customers/${customer.id}`)).verification.status, 'verified');
});

test('an expired document proves nothing for a new verification', async () => {
  const business = await aBusiness();
  const { id, customer_id } = await aDecidedDocument(business, {
    outcome: 'accepted',
    expires_on: inDays(-1),
  });
  await clock.advance(sweep_ms);
  assert.equal((await seen(business, `/documents/${id}`)).status, 'expired');
  const verification = await done(business, `/customers/${customer_id}/verifications`, {
    level: 'standard',
    document_ids: [id],
  });
  const codes = verification.requirements.currently_due.map(({ code }: { code: string }) => code);
  assert.ok(codes.includes('document.government_id'), codes.join());
});
