import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import type {
  CheckAtProvider,
  IdentityVerifier,
} from '../../functions/identity/verifiers/verifier.ts';
import { aSubject } from './fixtures/subjects.ts';
import { describe, test } from './tests.ts';

/** A verifier under test, with a look at what its provider has. */
export type VerifierUnderTest = {
  readonly verifier: IdentityVerifier;
  /** All that the provider stores, as text; empty where there is nobody outside. */
  readonly stored: () => string;
  /** How many checks the provider has started of a reference; undefined where nobody outside has any. */
  readonly started?: (reference: string) => number;
};

const secret = 'Zebedee';

const aCheck = (over: Partial<CheckAtProvider> = {}): CheckAtProvider => ({
  key: `idv_1/cus_1/${randomUUID()}`,
  reference: null,
  started_at: new Date().toISOString(),
  ...over,
});

const outcomes = ['verified', 'rejected', 'requires_input', 'waiting', 'review', 'undecided'];

/**
 * The rules that every identity verifier keeps to; each adapter runs them. `underTest` is called
 * when the tests run.
 */
export const identityVerifierContract = (
  name: string,
  underTest: () => VerifierUnderTest,
): void => {
  describe(`${name} as an identity verifier`, () => {
    test('answers one reference for one check, however often it starts, and another for another', async () => {
      const { verifier } = underTest();
      const [check, subject] = [aCheck(), aSubject()];
      const reference = await verifier.begin(check, subject);
      assert.ok(reference.length > 0);
      assert.equal(await verifier.begin(check, subject), reference);
      assert.notEqual(await verifier.begin(aCheck(), subject), reference);
    });

    test('sends nothing personal before its reference can be stored', async () => {
      const { verifier, stored } = underTest();
      await verifier.begin(aCheck(), aSubject({ first_name: secret }));
      assert.ok(!stored().includes(secret));
    });

    test('finds something that we know, again and again, and has started one check', async () => {
      const { verifier, started } = underTest();
      const subject = aSubject();
      const reference = await verifier.begin(aCheck(), subject);
      const finding = await verifier.look(reference, subject);
      assert.ok(outcomes.includes(finding.outcome));
      assert.deepEqual(await verifier.look(reference, subject), finding);
      assert.equal(started?.(reference) ?? 1, 1);
    });

    test('forgets who was checked, again without harm, and what it never knew', async () => {
      const { verifier, stored } = underTest();
      const [check, subject] = [aCheck(), aSubject({ first_name: secret })];
      const reference = await verifier.begin(check, subject);
      await verifier.look(reference, subject);
      for (let times = 0; times < 2; times++) await verifier.forget({ ...check, reference });
      await verifier.forget(aCheck());
      assert.ok(!stored().includes(secret));
    });
  });
};
