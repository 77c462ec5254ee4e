import assert from 'node:assert/strict';
import { storesOf } from '../../functions/core/dynamodb/stores.ts';
import { idsAt } from '../../functions/core/new-id.ts';
import { commitWork, type Work } from '../../functions/core/outbox/unit-of-work.ts';
import type { Customer } from '../../functions/identity/customers/model.ts';
import { saveCustomer } from '../../functions/identity/customers/table.ts';
import type { Document } from '../../functions/identity/documents/model.ts';
import { saveDocument } from '../../functions/identity/documents/table.ts';
import type { Decider } from '../../functions/identity/verifications/checking.ts';
import { atProvider } from '../../functions/identity/verifications/checks.ts';
import { decideSubmission } from '../../functions/identity/verifications/decide.ts';
import type { Verification } from '../../functions/identity/verifications/model.ts';
import { verificationOf } from '../../functions/identity/verifications/stored-form.ts';
import { saveVerification, verificationKey } from '../../functions/identity/verifications/table.ts';
import type { IdentityVerifier } from '../../functions/identity/verifiers/verifier.ts';
import { durations } from './durations.ts';
import { aSubmittedCase } from './fixtures/verifications.ts';
import { testDatabase } from './test-database.ts';

/** Ends the worker. */
export class Killed extends Error {}

export type Given = {
  readonly customer?: Partial<Customer>;
  readonly level?: Verification['level'];
  readonly documents?: readonly Document[];
  readonly read?: (key: string) => Buffer;
};

/** A verification that was submitted, in a test database, and workers that decide it. */
export const deciding = ({
  customer: over = {},
  level = 'standard',
  documents = [],
  read,
}: Given = {}) => {
  let calls = 0;
  let dies: { readonly at: number; readonly when: 'before' | 'after' } | undefined;
  let isDead = false;
  /** Before or after each call to the tables or to a provider. */
  const around = (when: 'before' | 'after') => {
    if (when === 'before') calls += 1;
    if (dies?.at === calls && dies.when === when) isDead = true;
    if (isDead) throw new Killed();
  };
  const { connection, give, find, everything } = testDatabase([], {
    before: () => around('before'),
    after: () => around('after'),
  });
  const { customer, verification } = aSubmittedCase(over, level);
  const owned = { tenant_id: customer.tenant_id, customer_id: customer.id };
  const named = { ...verification, ...owned, document_ids: documents.map(({ id }) => id) };
  give(
    ...saveCustomer(customer),
    ...saveVerification(named),
    ...documents.map((one) => saveDocument({ ...one, ...owned })),
  );
  const key = verificationKey(customer.tenant_id, verification.id);
  const stored = () => verificationOf(find(key) ?? assert.fail('there is no verification'));
  const workAt = (now: Date): Work => {
    const causation = {
      request_id: 'r',
      idempotency_key: null,
      actor: { type: 'system', id: 'test' },
    } as const;
    const cause = { ...causation, environment: 'sandbox', now, newId: idsAt(now) };
    return { ...storesOf(connection), deadline: { now, deadline: Date.now() + 20_000 }, cause };
  };
  return {
    customer,
    stored,
    calls: () => calls,
    around,
    /** Writes the verification as somebody else leaves it. */
    change: (changes: Partial<Verification>) =>
      give(
        ...saveVerification({ ...stored(), version: stored().version + 1, ...changes }, stored()),
      ),
    /** Commits what somebody decides who has read it like this. */
    commit: (after: Verification, read: Verification) =>
      commitWork(workAt(new Date()), { changes: saveVerification(after, read), conditions: [] }),
    eventTypes: () => everything('outbox').map(({ type }) => String(type)),
    /** One message is worked on; whether the worker lived on. */
    run: async (
      verifier: IdentityVerifier,
      now = new Date(),
      crash?: typeof dies,
    ): Promise<boolean> => {
      [calls, dies, isDead] = [0, crash, false];
      const reading = async (place: string) => (read ?? assert.fail)(place) as Buffer;
      try {
        const forget: Decider['forget'] = (id, check) => verifier.forget(atProvider(id, check));
        await decideSubmission(stored(), workAt(now), {
          verifier,
          read: reading,
          durations,
          forget,
        });
        return true;
      } catch (error) {
        if (!(error instanceof Killed)) throw error;
        return false;
      } finally {
        isDead = false;
      }
    },
  };
};

/** So many minutes from now. */
export const inMinutes = (minutes: number): Date => new Date(Date.now() + minutes * 60_000);
