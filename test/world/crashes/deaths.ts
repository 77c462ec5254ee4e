import { functionName } from '../../../lib/environments.ts';
import { done, seen } from '../../helpers/call.ts';
import { type CrashPoint, changing, crashPointsAmong } from '../../helpers/crash-points.ts';
import { fileOf } from '../../helpers/document-files.ts';
import { durations } from '../../helpers/durations.ts';
import { aCardholder, anOrderedCard, cardBody } from '../../helpers/fixtures/cards.ts';
import { aCustomer, aVerifiedCustomer } from '../../helpers/fixtures/customers.ts';
import { aDecidedDocument } from '../../helpers/fixtures/documents.ts';
import type { Tenant } from '../../helpers/fixtures/tenants.ts';
import { aReadyVerification } from '../../helpers/fixtures/verifications.ts';
import { aWebhook } from '../../helpers/fixtures/webhooks.ts';
import { footprintOf } from '../../helpers/footprint.ts';
import { aWord } from '../../helpers/personal-data-markers.ts';
import { upload } from '../../helpers/uploads.ts';
import { world } from '../world.ts';
import { untilRest } from './rest.ts';
import type { WorkOf } from './works.ts';

const machine = await world();
const { aBusiness, clock, deleteItems, faults, recorder, tables } = machine;

/** Longer than a queue waits for a worker that is gone, and than a sweep takes to come. */
const recovered_ms = 10 * 60_000;
/** The cards of a closed customer are closed, and its events are delivered. */
const closed_ms = 2 * 60_000;
const day_ms = 24 * 60 * 60_000;

/** A worker's work for a business. */
type Work = {
  /** Has the worker work; it may be struck from here on. */
  readonly begin: () => Promise<unknown>;
  /** So much more time than a recovery all of it takes, whatever strikes the worker. */
  readonly lag_ms?: number;
  /** Says more of the end than all footprints say. */
  readonly end?: () => Promise<string[]>;
  /** A line of the end without what a part of the work that is done again may change. */
  readonly compared?: (line: string) => string;
};

type Scene = (tenant: Tenant) => Promise<Work>;

const anEvent: Scene = async (tenant) => {
  await aWebhook(tenant, { event_types: ['customer.created'] });
  return { begin: () => aCustomer(tenant) };
};

/** A document that expires in so many days; the sweep finds it. One, because two may be in the same shard of the schedule or in two. */
const aDocumentExpiring =
  (days: number): Scene =>
  async (tenant) => {
    const customer = await aVerifiedCustomer(tenant);
    const expires_on = new Date(clock.now() + days * day_ms).toISOString().slice(0, 10);
    return {
      begin: () => aDecidedDocument(tenant, { outcome: 'accepted', expires_on }, {}, customer.id),
    };
  };

/** A closed customer with a card, a document and an event that was delivered. */
const aRedaction: Scene = async (tenant) => {
  const name = aWord();
  await aWebhook(tenant, { event_types: ['customer.closed'] });
  const { id } = await aCardholder(tenant);
  await done(tenant, '/cards', cardBody(id, { nickname: name }));
  await upload(tenant, fileOf('passport.jpg'), { file_name: `${name}.jpg` }, id);
  await done(tenant, `/customers/${id}/close`, { reason: name });
  await clock.advance(closed_ms);
  return {
    begin: () => done(tenant, `/customers/${id}/redact`),
    lag_ms: durations.redaction_lag_ms,
    end: async () => {
      const { redaction } = await seen(tenant, `/customers/${id}`);
      const items = await Promise.all(
        businessTables.map((table) => tables.items(table, tenant.tenant_id)),
      );
      const named = items.flat().filter((item) => JSON.stringify(item).includes(name));
      return [`redaction ${redaction.status}`, `named by ${named.length} items`];
    },
    // Each batch saves its progress with the customer.
    compared: (line) => line.replace(/^((event )?customer\S* .*)\b\d+$/, '$1'),
  };
};

/** The tables whose items belong to a business. */
const businessTables = ['resources', 'outbox', 'deliveries', 'idempotency'] as const;

const scenes: Readonly<Record<WorkOf['what'], Scene>> = {
  'an expired document': aDocumentExpiring(-1),
  'a document that expires soon': aDocumentExpiring(20),
  'a new event': anEvent,
  'an uploaded document': async (tenant) => ({
    begin: () => upload(tenant, fileOf('passport.jpg')),
  }),
  'a submitted verification': async (tenant) => {
    const { id } = await aReadyVerification(tenant, { last_name: 'Suspected Fraud' });
    return { begin: () => done(tenant, `/verifications/${id}/submit`) };
  },
  'the cards of a suspended customer': async (tenant) => {
    const { id } = await aCardholder(tenant);
    for (const state of ['active', 'frozen'] as const)
      await anOrderedCard(tenant, { customer_id: id, state });
    return { begin: () => done(tenant, `/customers/${id}/suspend`) };
  },
  'a closed customer': aRedaction,
};

/** All that a business has when a worker's work is done, here and at the issuer, and how its deliveries ended. */
const leftOf = async ({ tenant_id }: Tenant): Promise<string[]> => {
  const issued = await tables.items('issuer', tenant_id);
  const deliveries = (await tables.items('deliveries', tenant_id)).filter(
    ({ sk }) => sk === 'delivery',
  );
  return [
    ...(await footprintOf(tables, tenant_id)),
    ...issued.map(({ state, pushed_version }) => `at the issuer ${state} ${pushed_version}`).sort(),
    ...deliveries.map(({ event_type, status }) => `delivery of ${event_type} ${status}`).sort(),
  ];
};

/** The lines of a footprint that another one has not, or not as often. */
const without = (lines: readonly string[], other: readonly string[]): string[] => {
  const rest = [...other];
  return lines.filter(
    (line) => !rest.includes(line) || rest.splice(rest.indexOf(line), 1).length === 0,
  );
};

/** Has a worker do its work once; says which of its calls changed something, and all that is left. */
const worked = async (scene: Scene, by: string, strike?: CrashPoint) => {
  const tenant = await aBusiness();
  const { begin, lag_ms = 0, end, compared } = await scene(tenant);
  await clock.advance(1_000);
  const fault = strike && faults.add({ ...strike, function: by, operation: changing });
  const calls = await recorder.during(async () => {
    await begin();
    await untilRest(machine, tenant.tenant_id, lag_ms + recovered_ms);
  });
  fault?.remove();
  const operations = calls.filter((call) => call.function === by).map(({ operation }) => operation);
  const changes = operations.filter((operation) => changing.test(operation));
  const left = [...(await leftOf(tenant)), ...((await end?.()) ?? [])];
  return { changes, isStruck: fault?.hits === 1, left: compared ? left.map(compared) : left };
};

/** A line for each fault of a worker's work when it is killed at a change of it, and how often it was. */
export const killed = async ({ worker, what }: WorkOf) => {
  const [by, scene] = [functionName('sandbox', worker), scenes[what]];
  const spared = await worked(scene, by);
  const strikes = crashPointsAmong(spared.changes);
  const wrong: string[] = [];
  for (const strike of strikes) {
    const { isStruck, left } = await worked(scene, by, strike);
    const at = `${strike.effect} at change ${strike.nth} (${spared.changes[strike.nth - 1]})`;
    if (!isStruck) wrong.push(`${at} struck nothing`);
    const [missing, more] = [without(spared.left, left), without(left, spared.left)];
    if (missing.length + more.length > 0)
      wrong.push(`${at} lacks ${missing.join()} and leaves ${more.join()}`);
  }
  // Looking at everything there is must stay cheap.
  await deleteItems();
  return { wrong, strikes: strikes.length };
};
