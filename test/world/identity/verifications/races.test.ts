import '../../process.ts';
import assert from 'node:assert/strict';
import { decideVerification } from '../../../../functions/app/jobs/jobs.ts';
import { customerKeys } from '../../../../functions/identity/customers/table.ts';
import { verificationKey } from '../../../../functions/identity/verifications/table.ts';
import { functionName, queueName } from '../../../../lib/environments.ts';
import { done, seen } from '../../../helpers/call.ts';
import { crashPointsAmong } from '../../../helpers/crash-points.ts';
import { durations } from '../../../helpers/durations.ts';
import type { Tenant } from '../../../helpers/fixtures/tenants.ts';
import {
  aReadyVerification,
  aSubmittedVerification,
  verificationThatIs,
} from '../../../helpers/fixtures/verifications.ts';
import { injectFault } from '../../../helpers/injected-faults.ts';
import type { Any } from '../../../helpers/printed-document.ts';
import { beforeEach, describe, test } from '../../../helpers/tests.ts';
import { world } from '../../world.ts';

const decider = functionName('sandbox', decideVerification.id);
const queue = queueName('sandbox', 'identity');

/** The reads of the worker before it decides. */
const readingTheCase = ['GetItem', 'BatchGetItem', 'Query'];

const local = await world();
const { aBusiness, clock, tables } = local;

/** A decision is overdue, and the next sweep has notified it. */
const swept_ms = durations.decision_ms + 61_000;
beforeEach(() => {
  local.faults.clear();
  local.mappings.resume(decider);
});

const reported = async ({ tenant_id }: Tenant, id: string): Promise<string[]> =>
  (await tables.events(tenant_id, id)).map(({ type }) => type.replace('verification.', ''));

const notification = ({ tenant_id }: Tenant, id: string) => {
  const event = {
    event_id: 'evt_1',
    type: 'verification.processing',
    created_at: '2026-01-01T00:00:00.000Z',
  };
  return JSON.stringify({ detail: { ...event, tenant_id, resource_id: id } });
};

/** As the queue brings it: late, once more, or made up. */
const notified = async (tenant: Tenant, id: string): Promise<void> => {
  const { payload } = await local.invoke(decider, {
    Records: [{ messageId: '1', body: notification(tenant, id) }],
  });
  assert.deepEqual(payload, { batchItemFailures: [] });
};

const submit = (tenant: Tenant, id: string) =>
  tenant.call({ method: 'POST', path: `/verifications/${id}/submit` });
const simulate = (tenant: Tenant, id: string, body: object) =>
  tenant.call({ method: 'POST', path: `/simulations/verifications/${id}`, body });
const statusesOf = (answers: readonly { readonly status: number }[]) =>
  answers.map(({ status }) => status).toSorted();
const statusOf = async (tenant: Tenant, id: string): Promise<string> =>
  (await seen(tenant, `/verifications/${id}`)).status;
const summaryOf = async (tenant: Tenant, id: string): Promise<string> =>
  (await seen(tenant, `/customers/${id}`)).verification.status;

describe('one outcome, published once', () => {
  test('of five submits at the same instant', async () => {
    const tenant = await aBusiness();
    const { id } = await aReadyVerification(tenant);
    const answers = await Promise.all(Array.from({ length: 5 }, () => submit(tenant, id)));
    assert.deepEqual(statusesOf(answers), [200, 409, 409, 409, 409]);
    await verificationThatIs(tenant, id, 'verified');
    assert.deepEqual(await reported(tenant, id), ['created', 'processing', 'verified']);
  });

  test('of opposite decisions at the same instant', async () => {
    const tenant = await aBusiness();
    const { id, customer_id } = await aSubmittedVerification(tenant);
    const wanted = [
      { outcome: 'verified' },
      { outcome: 'rejected', code: 'suspected_fraud' },
      { outcome: 'verified' },
    ];
    const answers = await Promise.all(wanted.map((body) => simulate(tenant, id, body)));
    assert.deepEqual(statusesOf(answers), [200, 409, 409]);
    const { status } = await seen(tenant, `/verifications/${id}`);
    assert.deepEqual(await reported(tenant, id), ['created', 'processing', status]);
    assert.equal(await summaryOf(tenant, customer_id), status);
  });

  test('of a decision whose message comes many times, and again when all is over', async () => {
    const tenant = await aBusiness();
    local.faults.add({ service: 'queue', operation: queue, effect: 'duplicate' });
    const { id } = await aReadyVerification(tenant, { last_name: 'Suspected Fraud' });
    await submit(tenant, id);
    await Promise.all(Array.from({ length: 4 }, () => notified(tenant, id)));
    await verificationThatIs(tenant, id, 'rejected');
    await clock.advance(swept_ms);
    await notified(tenant, id);
    assert.deepEqual(await reported(tenant, id), ['created', 'processing', 'rejected']);
  });

  test('of a decision whose message is lost: it is due, and the sweeper notifies it', async () => {
    const tenant = await aBusiness();
    const lost = local.faults.add({ service: 'queue', operation: queue, effect: 'lose', times: 1 });
    const { id } = await aReadyVerification(tenant);
    await submit(tenant, id);
    await clock.advance(swept_ms);
    assert.equal(lost.hits, 1);
    assert.equal(await statusOf(tenant, id), 'verified');
    assert.deepEqual(await reported(tenant, id), ['created', 'processing', 'verified']);
  });

  for (const { effect, nth } of crashPointsAmong([
    ...readingTheCase,
    'PutItem',
    'TransactWriteItems',
  ]))
    test(`of a decision whose worker is killed: ${effect} its call ${nth} to AWS`, async () => {
      const tenant = await aBusiness();
      const killed = injectFault(local, tenant, { function: decider, nth, effect });
      const { id, customer_id } = await aReadyVerification(tenant);
      await submit(tenant, id);
      await clock.advance(swept_ms);
      assert.equal(killed.hits, 1);
      assert.equal(await statusOf(tenant, id), 'verified');
      await notified(tenant, id);
      assert.deepEqual(await reported(tenant, id), ['created', 'processing', 'verified']);
      assert.equal(await summaryOf(tenant, customer_id), 'verified');
    });
});

describe('nobody is verified under a name that was not the one verified', () => {
  const changes = [
    [{ last_name: 'Byron' }, 'name_mismatch'],
    [{ date_of_birth: '1991-01-01' }, 'date_of_birth_mismatch'],
  ] as const;
  for (const [change, code] of changes)
    test(`when ${Object.keys(change)} changes while it is decided`, async () => {
      const tenant = await aBusiness();
      local.mappings.pause(decider);
      const { id, customer_id } = await aReadyVerification(tenant);
      await submit(tenant, id);
      const { status } = await tenant.call({
        method: 'PATCH',
        path: `/customers/${customer_id}`,
        body: change,
      });
      assert.equal(status, 200);
      local.mappings.resume(decider);
      const decided = await verificationThatIs(tenant, id, 'requires_input', 'verified');
      assert.deepEqual([decided.status, decided.last_error.code], ['requires_input', code]);
      assert.equal(await summaryOf(tenant, customer_id), 'unverified');
      await submit(tenant, id);
      await verificationThatIs(tenant, id, 'verified');
    });

  test('when it changes at the instant of the decision', async () => {
    const tenant = await aBusiness();
    for (let round = 0; round < 5; round++) {
      const { id, customer_id } = await aSubmittedVerification(tenant);
      const renamed = {
        method: 'PATCH',
        path: `/customers/${customer_id}`,
        body: { first_name: `Ada${round}` },
      };
      await Promise.all([simulate(tenant, id, { outcome: 'verified' }), tenant.call(renamed)]);
      const { identity } = await tables.get(verificationKey(tenant.tenant_id, id));
      assert.notEqual(identity.names[0], `Ada${round}`);
      assert.equal(await summaryOf(tenant, customer_id), 'unverified');
    }
  });
});

describe('what ends a verification ends it', () => {
  test('a decision after a cancellation changes nothing, from either side', async () => {
    const tenant = await aBusiness();
    const { id } = await aReadyVerification(tenant);
    const canceled = await done(tenant, `/verifications/${id}/cancel`);
    await notified(tenant, id);
    const { status, body } = await simulate(tenant, id, { outcome: 'verified' });
    assert.deepEqual([status, body.current_status], [409, 'canceled']);
    assert.deepEqual(await seen(tenant, `/verifications/${id}`), canceled);
  });

  test('closing its customer cancels it and says so in order, and no message revives it', async () => {
    const tenant = await aBusiness();
    const { id, customer_id } = await aSubmittedVerification(tenant);
    const closed = await done(tenant, `/customers/${customer_id}/close`);
    assert.deepEqual([closed.status, closed.verification.status], ['closed', 'unverified']);
    await notified(tenant, id);
    assert.deepEqual(await reported(tenant, id), ['created', 'processing', 'canceled']);
    const events = await tables.events(tenant.tenant_id, customer_id);
    assert.deepEqual(
      events.slice(-2).map(({ type, sequence }) => [type, sequence]),
      [
        ['customer.updated', closed.version - 1],
        ['customer.closed', closed.version],
      ],
    );
  });

  for (const [what, racer] of [
    ['a decision', (tenant: Tenant, { id }: Any) => simulate(tenant, id, { outcome: 'verified' })],
    [
      'a cancellation and a new one',
      async (tenant: Tenant, { customer_id }: Any) => {
        await tenant.call({
          method: 'POST',
          path: `/customers/${customer_id}/verifications`,
          body: { level: 'standard' },
        });
      },
    ],
  ] as const)
    test(`a customer that is closed at the instant of ${what} has none open`, async () => {
      const tenant = await aBusiness();
      for (let round = 0; round < 4; round++) {
        const started =
          what === 'a decision'
            ? await aSubmittedVerification(tenant)
            : await aReadyVerification(tenant);
        const { customer_id } = started;
        if (what !== 'a decision') await done(tenant, `/verifications/${started.id}/cancel`);
        const close = tenant.call({ method: 'POST', path: `/customers/${customer_id}/close` });
        const [{ status }] = await Promise.all([close, racer(tenant, started)]);
        assert.equal(status, 200);
        const { data } = await seen(tenant, `/customers/${customer_id}/verifications`);
        assert.deepEqual(
          data.filter((one: Any) => ['requires_input', 'processing'].includes(one.status)),
          [],
        );
        assert.equal(
          await tables.get(customerKeys.openVerification(tenant.tenant_id, customer_id)),
          undefined,
        );
      }
    });
});
