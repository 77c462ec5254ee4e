import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { scenarios, verificationScenarios } from '../../../functions/domain/scenarios/catalogue.ts';
import { aCustomer, aTenant, company } from '../../helpers/given.ts';
import { accepted, aReadyVerification, done, seen, verificationThatIs } from '../../helpers/given-verifications.ts';
import type { Any } from '../../helpers/printed-document.ts';
import { quiet } from '../../helpers/quiet.ts';
import { sharedService } from '../../helpers/service.ts';

const local = await sharedService();

/** What a customer is then summed up as. */
const summaries: Readonly<Record<string, string>> = {
  verified: 'verified',
  rejected: 'rejected',
  requires_input: 'unverified',
  processing: 'pending',
};

describe('what is asked for by name comes about', () => {
  for (const { id, when, outcome } of verificationScenarios) {
    test(id, async () => {
      const tenant = await aTenant(local);
      const { id: verification, customer_id } = await aReadyVerification(tenant, {
        last_name: when.value.toUpperCase(),
      });
      await done(tenant, `/verifications/${verification}/submit`);
      if (outcome.status === 'processing') await quiet(local, 'identity');
      const found = await verificationThatIs(tenant, verification, outcome.status);
      assert.equal(found.last_error?.code ?? null, outcome.code);
      const { status } = (await seen(tenant, `/customers/${customer_id}`)).verification;
      assert.equal(status, summaries[outcome.status]);
    });
  }

  test('of a business by the name of who acts for it', async () => {
    const tenant = await aTenant(local);
    const body = company({ legal_name: 'Verified' });
    const representative = { ...(body as Any).representative, last_name: 'Sanctions Match' };
    const { id } = await aCustomer(tenant, { ...body, representative });
    const document_ids = await accepted(tenant, id, ['company_registration', 'passport', 'selfie']);
    const begun = await done(tenant, `/customers/${id}/verifications`, { level: 'standard', document_ids });
    await done(tenant, `/verifications/${begun.id}/submit`);
    assert.equal((await verificationThatIs(tenant, begun.id, 'rejected')).last_error.code, 'sanctions_match');
  });
});

test('the catalogue is published whole, page by page', async () => {
  const tenant = await aTenant(local);
  const found: Any[] = [];
  let cursor: string | null = null;
  do {
    const query = [['limit', '5'], ...(cursor === null ? [] : [['cursor', cursor]])] as [string, string][];
    const { body } = await tenant.call({ method: 'GET', path: '/simulations/scenarios', query });
    found.push(...body.data);
    cursor = body.next_cursor;
  } while (cursor !== null);
  assert.deepEqual(
    found,
    scenarios.map((scenario) => ({ object: 'scenario', ...scenario })),
  );
});
