import '../../process.ts';
import assert from 'node:assert/strict';
import { done, seen } from '../../../helpers/call.ts';
import { aCustomer } from '../../../helpers/fixtures/customers.ts';
import { accepted } from '../../../helpers/fixtures/documents.ts';
import {
  aReadyEnhanced,
  aSubmittedVerification,
  aVerification,
  verificationThatIs,
} from '../../../helpers/fixtures/verifications.ts';
import { followed, submitted } from '../../../helpers/naive-client.ts';
import type { Any } from '../../../helpers/printed-document.ts';
import { tablesOf } from '../../../helpers/tables.ts';
import { after, describe, test } from '../../../helpers/tests.ts';
import { world } from '../../world.ts';

const service = await world();
const tables = tablesOf(service);
after(async () => {
  tables.close();
});

const started = async (
  tenant: Parameters<typeof done>[0],
  customer: object,
  level = 'standard',
): Promise<Any> => {
  const { id } = await aCustomer(tenant, customer);
  return done(tenant, `/customers/${id}/verifications`, { level });
};

describe('following what is due, the first first and with nothing but the answers', () => {
  test('takes a fresh person to a proven identity', async () => {
    const tenant = await service.aBusiness();
    const { id, customer_id } = await started(tenant, {
      type: 'individual',
      first_name: 'Ada',
      last_name: 'King',
    });
    assert.deepEqual(await followed(tenant, `/verifications/${id}`), [
      'profile.date_of_birth',
      'profile.nationality',
      'profile.address',
      'document.government_id',
      'document.selfie',
      'verification.document_ids',
    ]);
    assert.deepEqual((await seen(tenant, `/verifications/${id}`)).allowed_actions, [
      'submit',
      'cancel',
    ]);
    assert.equal((await submitted(tenant, id)).status, 'processing');
    assert.equal((await verificationThatIs(tenant, id, 'verified')).last_error, null);
    const { verification, version } = await seen(tenant, `/customers/${customer_id}`);
    assert.deepEqual([verification.status, verification.level], ['verified', 'standard']);
    const reported = await tables.events(tenant.tenant_id, customer_id);
    assert.deepEqual(
      reported
        .slice(-2)
        .map(({ reported }) => [
          reported.type,
          reported.previous.verification.status,
          reported.sequence,
        ]),
      [
        ['customer.updated', 'unverified', version - 1],
        ['customer.updated', 'pending', version],
      ],
    );
  });

  test('takes a person with one name to it, in a country without postal codes', async () => {
    const tenant = await service.aBusiness();
    const address = { line1: 'Al Maktoum Road', city: 'Dubai', country: 'AE' };
    const person = { date_of_birth: '1990-04-23', nationality: 'ID', address };
    const names = { type: 'individual', first_name: null, last_name: 'Suharto' };
    const { id, requirements } = await started(tenant, { ...names, ...person });
    assert.deepEqual(
      requirements.currently_due.map(({ code }: { code: string }) => code),
      ['document.government_id', 'document.selfie'],
    );
    await followed(tenant, `/verifications/${id}`);
    await submitted(tenant, id);
    assert.equal((await verificationThatIs(tenant, id, 'verified')).last_error, null);
  });
});

describe('a verification', () => {
  test('that is open is the only one of its customer, and makes room when it is canceled', async () => {
    const tenant = await service.aBusiness();
    const { id, customer_id } = await aVerification(tenant);
    const path = `/customers/${customer_id}/verifications`;
    const another = { method: 'POST', path, body: { level: 'enhanced' } };
    assert.equal((await tenant.call(another)).body.code, 'verification_already_open');
    assert.equal((await done(tenant, `/verifications/${id}/cancel`)).status, 'canceled');
    const { body } = await tenant.call(another);
    assert.deepEqual(
      (await seen(tenant, path)).data.map((one: Any) => one.id),
      [body.id, id],
    );
  });

  test('publishes what of it changed', async () => {
    const tenant = await service.aBusiness();
    const { id, customer_id } = await aVerification(tenant);
    const document_ids = await accepted(tenant, customer_id, ['selfie']);
    const { body } = await tenant.call({
      method: 'PATCH',
      path: `/verifications/${id}`,
      body: { document_ids },
    });
    assert.deepEqual([body.version, body.document_ids], [2, document_ids]);
    const [, { reported }] = await tables.events(tenant.tenant_id, id);
    assert.deepEqual(
      [reported.type, reported.previous.document_ids, reported.data],
      ['verification.updated', [], body],
    );
    const same = await tenant.call({
      method: 'PATCH',
      path: `/verifications/${id}`,
      body: { document_ids },
    });
    assert.equal(same.body.version, 2);
  });

  test('is listed with those of other customers as GET shows it, by where it stands', async () => {
    const tenant = await service.aBusiness();
    const [first, second] = [await aVerification(tenant), await aVerification(tenant)];
    const canceled = await done(tenant, `/verifications/${first.id}/cancel`);
    const submitted = await aSubmittedVerification(tenant);
    await aVerification(await service.aBusiness());
    const listed = async (query = '') => (await seen(tenant, `/verifications${query}`)).data;
    assert.deepEqual(await listed(), [submitted, second, canceled]);
    assert.notEqual(second.requirements.currently_due.length, 0);
    for (const one of [submitted, second, canceled]) {
      assert.deepEqual(await listed(`?status=${one.status}`), [one]);
      assert.deepEqual(await listed(`?customer_id=${one.customer_id}`), [one]);
      assert.deepEqual(await listed(`?status=verified&customer_id=${one.customer_id}`), []);
    }
    assert.deepEqual(await listed('?reviewing=true'), []);
    await tenant.putToReview(submitted.id);
    assert.deepEqual(await listed('?reviewing=true&status=processing'), [submitted]);
    assert.deepEqual(await listed('?reviewing=true&status=verified'), []);
  });

  test('of a higher level leaves standing what is proven, until it is decided', async () => {
    const tenant = await service.aBusiness();
    const { id, customer_id } = await aReadyEnhanced(tenant);
    const present = async () => {
      const { status, level } = (await seen(tenant, `/customers/${customer_id}`)).verification;
      return `${status} ${level}`;
    };
    await done(tenant, `/verifications/${id}/submit`);
    assert.equal(await present(), 'verified standard');
    await done(tenant, `/simulations/verifications/${id}`, {
      outcome: 'requires_input',
      code: 'address_mismatch',
    });
    assert.equal(await present(), 'verified standard');
    assert.deepEqual(await followed(tenant, `/verifications/${id}`), ['profile.address']);
    await submitted(tenant, id);
    await done(tenant, `/simulations/verifications/${id}`, { outcome: 'verified' });
    assert.equal(await present(), 'verified enhanced');
  });
});
