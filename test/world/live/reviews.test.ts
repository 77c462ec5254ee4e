import './begins.ts';
import '../process.ts';
import assert from 'node:assert/strict';
import {
  approveVerification,
  assignVerification,
  getEvidence,
  listAllVerifications,
  rejectVerification,
  requestInput,
} from '../../../functions/identity/verifications/routes.ts';
import { verificationKey } from '../../../functions/identity/verifications/table.ts';
import { until } from '../../../local/test/helpers/until.ts';
import { done, seen } from '../../helpers/call.ts';
import { aCustomer } from '../../helpers/fixtures/customers.ts';
import { operatorId, type Tenant } from '../../helpers/fixtures/tenants.ts';
import { followed, submitted } from '../../helpers/naive-client.ts';
import type { Any } from '../../helpers/printed-document.ts';
import { describe, test } from '../../helpers/tests.ts';
import { world } from '../world.ts';

const { aBusiness, logs, tables } = await world();

const reviewing = async ({ operate }: Tenant): Promise<Any[]> =>
  (await operate(listAllVerifications, { query: [['reviewing', 'true']] })).body.data;

/** A verification that an operator has to decide, by real uploads. */
const awaitingReview = async (tenant: Tenant): Promise<Any> => {
  const { id: customer } = await aCustomer(tenant, {
    type: 'individual',
    first_name: 'Ada',
    last_name: 'King',
  });
  const { id } = await done(tenant, `/customers/${customer}/verifications`, { level: 'standard' });
  await followed(tenant, `/verifications/${id}`);
  await submitted(tenant, id);
  await until(
    async () => (await reviewing(tenant)).some((one) => one.id === id),
    'an operator is asked',
  );
  return seen(tenant, `/verifications/${id}`);
};

/** A verification and the version of it that somebody looked at. */
const over = ({ id, version }: Any) => ({
  params: { verification_id: String(id) },
  headers: { 'if-match': `"${version}"` },
});

const note = 'Called the customer, who sounded like a robot.';

describe('in live', () => {
  test('an identity waits for a reviewer, whose approval proves it', async () => {
    const tenant = await aBusiness();
    const { id, customer_id, status, version } = await awaitingReview(tenant);
    assert.equal(status, 'processing');
    const { body } = await tenant.operate(approveVerification, over({ id, version }));
    assert.deepEqual([body.status, body.version], ['verified', version + 1]);
    assert.equal((await seen(tenant, `/customers/${customer_id}`)).verification.status, 'verified');
    assert.deepEqual(await reviewing(tenant), []);
    const again = await tenant.operate(approveVerification, over(body));
    assert.deepEqual([again.status, again.body.current_status], [409, 'verified']);
    const { data } = await seen(tenant, '/events');
    const reported = data.find((event: Any) => event.type === 'verification.verified');
    assert.deepEqual(reported.causation.actor, { type: 'operator', id: operatorId });
  });

  test('a reviewer asks for better input or rejects; the reason is published, the note is not', async () => {
    const tenant = await aBusiness();
    const waiting = await awaitingReview(tenant);
    const { id } = waiting;
    const asked = await tenant.operate(requestInput, {
      ...over(waiting),
      body: { code: 'selfie_mismatch', internal_note: note },
    });
    assert.deepEqual(
      [asked.body.status, asked.body.last_error.code],
      ['requires_input', 'selfie_mismatch'],
    );
    const bare = await tenant.call({ method: 'POST', path: `/verifications/${id}/submit` });
    assert.equal(
      bare.body.code,
      'verification_requirements_due',
      'the same again would be refused again',
    );
    assert.deepEqual(await followed(tenant, `/verifications/${id}`), [
      'document.selfie',
      'verification.document_ids',
    ]);
    await submitted(tenant, id);
    await until(async () => (await reviewing(tenant)).length === 1, 'an operator is asked again');
    const body = { code: 'suspected_fraud', internal_note: note };
    const rejecting = { ...over(await seen(tenant, `/verifications/${id}`)), body };
    assert.equal((await tenant.operate(rejectVerification, rejecting)).body.status, 'rejected');
    const [item] = (await tables.items('resources', tenant.tenant_id)).filter(
      ({ sk }) => sk === id,
    );
    assert.deepEqual(
      [item.review.operator_id, item.review.code, item.review.internal_note],
      [operatorId, body.code, note],
    );
    const outside = [
      await seen(tenant, `/verifications/${id}`),
      await tables.items('outbox', tenant.tenant_id),
      logs.lines(),
    ];
    assert.ok(!JSON.stringify(outside).includes(note));
  });

  test('a reviewer sees what a verifier found of the last submission, and no program does', async () => {
    const tenant = await aBusiness();
    const { id, submitted_at } = await awaitingReview(tenant);
    const key = verificationKey(tenant.tenant_id, id);
    const verification =
      (await tables.items('resources', tenant.tenant_id)).find(({ sk }) => sk === id) ??
      assert.fail();
    const field = { field: 'last_name', profile: 'King', document: 'KONG', agrees: false };
    const evidence = { fields: [field], similarity: 91.5, reasons: ['name_mismatch'] };
    const check = {
      ...verification.checks[0],
      subject_id: 'cus_1',
      provider: 'aws',
      reference: 'a',
      submission: submitted_at,
    };
    const checks = [
      { ...check, submission: '2026-01-01T00:00:00.000Z' },
      { ...check, evidence },
    ];
    await tenant.set('resources', key, { checks });
    const { status, body } = await tenant.operate(getEvidence, { params: { verification_id: id } });
    assert.deepEqual(
      [status, body],
      [
        200,
        {
          checks: [
            { subject_id: 'cus_1', provider: 'aws', reference: 'a', evidence, latin_name: null },
          ],
        },
      ],
    );
    assert.ok(!JSON.stringify(await seen(tenant, `/verifications/${id}`)).includes('KONG'));
    const asked = await tenant.call({ method: 'GET', path: `/verifications/${id}/evidence` });
    assert.equal(asked.body.code, 'route_not_found');
  });

  test('nobody decides over another version than the one they looked at, nor without saying which', async () => {
    const tenant = await aBusiness();
    const looked = await awaitingReview(tenant);
    const { params } = over(looked);
    const decisions = [
      [approveVerification, undefined],
      [rejectVerification, { code: 'suspected_fraud' }],
      [requestInput, { code: 'selfie_mismatch' }],
    ] as const;
    for (const [route, body] of decisions)
      for (const [tag, code] of [
        [undefined, 'required'] as const,
        ['*', 'invalid_format'] as const,
      ]) {
        const headers = tag === undefined ? {} : { 'if-match': tag };
        const refused = await tenant.operate(route, { params, headers, body });
        const [item] = refused.body.errors;
        assert.deepEqual(
          [refused.status, item.parameter, item.code],
          [400, 'header.If-Match', code],
          route.id,
        );
      }
    await tenant.operate(requestInput, { ...over(looked), body: { code: 'selfie_mismatch' } });
    await followed(tenant, `/verifications/${looked.id}`);
    await submitted(tenant, looked.id);
    await until(async () => (await reviewing(tenant)).length === 1, 'an operator is asked again');
    const before = await seen(tenant, `/verifications/${looked.id}`);
    for (const [route, body] of decisions) {
      const refused = await tenant.operate(route, { ...over(looked), body });
      assert.deepEqual([refused.status, refused.body.code], [412, 'version_mismatch'], route.id);
    }
    assert.deepEqual(await seen(tenant, `/verifications/${looked.id}`), before);
  });

  test('an operator takes a verification, another takes it over, and a decision frees it', async () => {
    const tenant = await aBusiness();
    const waiting = await awaitingReview(tenant);
    const [anna, ben] = [operatorId, 'opr_01jd5fq7k9e8xv3m2n4p6r8t0x'];
    const assign = (of: Any, assignee_id: string | null, as = anna) =>
      tenant.operate(assignVerification, { ...over(of), as, body: { assignee_id } });
    assert.deepEqual([waiting.assignee_id, waiting.country], [null, 'GB']);
    const { body: taken } = await assign(waiting, anna);
    assert.deepEqual(
      [taken.assignee_id, taken.status, taken.version],
      [anna, 'processing', waiting.version + 1],
    );
    assert.deepEqual((await reviewing(tenant))[0], taken, 'it still waits');
    const late = await assign(waiting, ben, ben);
    assert.deepEqual(
      [late.status, late.body.code],
      [412, 'version_mismatch'],
      'both took it at once',
    );
    const forOther = await assign(taken, ben);
    assert.deepEqual([forOther.status, forOther.body.errors[0].pointer], [400, '/assignee_id']);
    const { body: same } = await assign(taken, anna);
    assert.deepEqual(same, taken, 'nothing changed');
    const { body: takenOver } = await assign(taken, ben, ben);
    assert.equal(takenOver.assignee_id, ben);
    const { data } = await seen(tenant, '/events?type=verification.updated');
    const changes = data.map(({ causation, data: after, previous }: Any) => [
      causation.actor.id,
      previous.assignee_id,
      after.assignee_id,
    ]);
    assert.deepEqual(changes.slice(0, 2), [
      [ben, anna, ben],
      [anna, null, anna],
    ]);
    const { body: decided } = await tenant.operate(approveVerification, over(takenOver));
    assert.deepEqual([decided.status, decided.assignee_id], ['verified', null]);
    const after = await assign(decided, null);
    assert.deepEqual([after.status, after.body.code], [409, 'action_not_allowed']);
  });

  test('a reason that leads elsewhere is rejected where it stands', async () => {
    const tenant = await aBusiness();
    const unknown = over({ id: 'idv_01h455vb4pex5vsknk084sn02q', version: 1 });
    const wrong = [
      [rejectVerification, 'selfie_mismatch'],
      [requestInput, 'suspected_fraud'],
    ] as const;
    for (const [route, code] of wrong) {
      const { status, body } = await tenant.operate(route, { ...unknown, body: { code } });
      assert.deepEqual(
        [status, body.errors[0].pointer, body.errors[0].code],
        [400, '/code', 'invalid_value'],
      );
    }
  });
});
