import '../../process.ts';
import assert from 'node:assert/strict';
import { functionName } from '../../../../lib/environments.ts';
import { until } from '../../../../local/test/helpers/until.ts';
import { callerOf, done, seen } from '../../../helpers/call.ts';
import { aStoredCustomer, individual } from '../../../helpers/fixtures/customers.ts';
import { aRestrictedKey, type Tenant } from '../../../helpers/fixtures/tenants.ts';
import { attestation } from '../../../helpers/fixtures/verifications.ts';
import type { Any } from '../../../helpers/printed-document.ts';
import { describe, test } from '../../../helpers/tests.ts';
import { world } from '../../world.ts';

const service = await world();

const aPerson = async (tenant: Tenant): Promise<string> =>
  (await aStoredCustomer(tenant, individual({}))).id;
const attesting = (customer: string, body: object = attestation()) => ({
  method: 'POST',
  path: `/customers/${customer}/verifications/attest`,
  body,
});

describe('a verification that was made elsewhere', () => {
  test('proves the identity at once; the timeline says which key said so, and another name ends it', async () => {
    const tenant = await service.aBusiness();
    const customer = await aPerson(tenant);
    const { status, body } = await tenant.call(attesting(customer));
    assert.deepEqual(
      [status, body.status, body.attestation.provider],
      [201, 'verified', 'Example Identity Ltd'],
    );
    assert.equal(
      (await done(tenant, `/customers/${customer}/features/virtual_cards/activate`)).status,
      'active',
    );
    const { data } = await seen(tenant, `/customers/${customer}/timeline`);
    const event = data.find(({ type }: Any) => type === 'verification.verified');
    assert.deepEqual(event.causation.actor, { type: 'api_key', id: body.attestation.attested_by });
    assert.deepEqual(event.data.attestation, body.attestation);
    await tenant.call({
      method: 'PATCH',
      path: `/customers/${customer}`,
      body: { last_name: 'Byron' },
    });
    assert.equal((await seen(tenant, `/customers/${customer}`)).verification.status, 'unverified');
    assert.equal(
      (await seen(tenant, `/customers/${customer}/features/virtual_cards`)).status,
      'suspended',
    );
  });

  test('takes a key that names the scope: neither the secret key nor one that may write has it', async () => {
    const tenant = await service.aBusiness();
    const call = attesting(await aPerson(tenant));
    const writing = await aRestrictedKey(tenant, ['verifications:write', 'customers:write']);
    for (const key of [tenant.secret_key, writing]) {
      const { status, body } = await callerOf(tenant.baseUrl, key)(call);
      assert.deepEqual(
        [status, body.code, body.required_scope],
        [403, 'insufficient_scope', 'verifications:attest'],
      );
    }
  });

  test('does not stand beside a verification that was opened meanwhile', async () => {
    const tenant = await service.aBusiness();
    const customer = await aPerson(tenant);
    const opened = Promise.withResolvers<void>();
    const name = functionName('sandbox', 'verifications.attest');
    const effect = { until: opened.promise };
    const held = service.faults.add({
      function: name,
      operation: 'TransactWriteItems',
      times: 1,
      effect,
    });
    const attested = tenant.call(attesting(customer));
    await until(() => held.hits === 1, 'it is about to be committed');
    await done(tenant, `/customers/${customer}/verifications`, { level: 'standard' });
    opened.resolve();
    assert.deepEqual(
      [(await attested).status, (await attested).body.code],
      [409, 'verification_already_open'],
    );
    assert.equal((await seen(tenant, `/customers/${customer}`)).verification.status, 'unverified');
  });
});
