import assert from 'node:assert/strict';
import { ApiError } from '../../../../functions/core/api-error.ts';
import { StaleDecision } from '../../../../functions/core/dynamodb/commit.ts';
import { approvedExpiries } from '../../../../functions/identity/verifications/expiry.ts';
import type {
  IdentityVerifier,
  LookResult,
} from '../../../../functions/identity/verifiers/verifier.ts';
import { deciding, inMinutes } from '../../../helpers/deciding.ts';
import { aBusinessCustomer, aRepresentative } from '../../../helpers/fixtures/customers.ts';
import { identityDocuments } from '../../../helpers/fixtures/subjects.ts';
import { describe, test } from '../../../helpers/tests.ts';

/** A provider that finds what the test says, and that would begin a check twice if it were asked twice. */
const aProvider = (
  finding: LookResult | 'no answer',
  { around }: Partial<ReturnType<typeof deciding>> = {},
) => {
  const checks: string[] = [];
  const forgotten: (string | null)[] = [];
  let looks = 0;
  const remote = async <T>(effect: () => T): Promise<T> => {
    around?.('before');
    const answer = effect();
    around?.('after');
    return answer;
  };
  const verifier: IdentityVerifier = {
    name: 'provider',
    decides: 'persons',
    exclusive: true,
    begin: ({ key }) =>
      remote(() => {
        if (!checks.includes(key)) checks.push(key);
        return key;
      }),
    look: () =>
      remote(() => {
        looks += 1;
        if (finding === 'no answer') throw new ApiError('unavailable');
        return finding;
      }),
    forget: async ({ reference }) => void forgotten.push(reference),
  };
  return { verifier, checks, forgotten, looks: () => looks };
};

const submission = '2026-11-20T15:00:00.000Z';

describe('a check at a provider', () => {
  test('is stored with its reference before its answer is awaited, under the version that was submitted', async () => {
    const world = deciding();
    const { verifier } = aProvider({ outcome: 'waiting' });
    const seen: unknown[] = [];
    const looking: IdentityVerifier = {
      ...verifier,
      look: async (...asked) => {
        seen.push(world.stored().checks.map(({ reference }) => reference));
        return verifier.look(...asked);
      },
    };
    await world.run(looking);
    const { id, customer_id, version, held, status } = world.stored();
    assert.deepEqual(seen, [[`${id}/${customer_id}/${submission}`]]);
    assert.deepEqual([version, held, status], [2, null, 'processing']);
    assert.deepEqual(world.eventTypes(), []);
  });

  test('is lost to nobody who read the verification before, though its version is the same', async () => {
    const world = deciding();
    const read = world.stored();
    await world.run(aProvider({ outcome: 'waiting' }).verifier);
    assert.equal(world.stored().version, read.version);
    await assert.rejects(
      world.commit({ ...read, status: 'rejected', version: read.version + 1 }, read),
      StaleDecision,
    );
    assert.equal(world.stored().checks.length, 1);
  });

  test('is one wherever a worker dies, and the next one decides by it', async () => {
    const whole = deciding();
    await whole.run(aProvider({ outcome: 'verified' }, whole).verifier);
    assert.ok(whole.calls() > 6);
    for (const when of ['before', 'after'] as const)
      for (let at = 1; at <= whole.calls(); at++) {
        const world = deciding();
        const { verifier, checks } = aProvider({ outcome: 'verified' }, world);
        await world.run(verifier, new Date(), { at, when });
        await world.run(verifier, inMinutes(2));
        const { status, checks: stored } = world.stored();
        assert.deepEqual(
          [status, checks.length, stored.length],
          ['verified', 1, 1],
          `${when} call ${at}`,
        );
        assert.deepEqual(
          world.eventTypes(),
          ['verification.verified', 'customer.updated'],
          `${when} call ${at}`,
        );
      }
  });

  test('is started by one of two workers, and the other leaves it alone until the first must have ended', async () => {
    const world = deciding();
    const { verifier, checks, looks } = aProvider({ outcome: 'verified' });
    const interrupted: IdentityVerifier = {
      ...verifier,
      begin: async (...asked) => {
        await world.run({ ...verifier, begin: assert.fail });
        return verifier.begin(...asked);
      },
    };
    await world.run(interrupted);
    assert.deepEqual([checks.length, looks(), world.stored().status], [1, 1, 'verified']);
  });

  test('is another after each submission, and the earlier one is kept to be forgotten', async () => {
    const world = deciding();
    const { verifier, checks } = aProvider({ outcome: 'requires_input', code: 'document_expired' });
    await world.run(verifier);
    assert.equal(world.stored().last_error?.code, 'document_expired');
    const at = new Date().toISOString();
    world.change({
      status: 'processing',
      submitted_at: '2026-11-21T09:00:00.000Z',
      scheduled_at: at,
    });
    await world.run(verifier);
    assert.equal(checks.length, 2);
    assert.deepEqual(
      world.stored().checks.map((one) => [one.submission, one.reference]),
      checks.map((key) => [key.split('/')[2], key]),
    );
  });
});

describe('checks of earlier submissions', () => {
  const earlier = Array.from({ length: 102 }, (_, nth) => ({
    subject_id: 'cus_1',
    submission: `2026-01-01T00:00:00.${nth + 100}Z`,
    provider: 'provider',
    reference: `r${nth}`,
    started_at: '2026-01-01T00:00:00.000Z',
    evidence: null,
    expiries: [],
    latin_name: null,
  }));

  test('are a hundred: the provider forgets the oldest before they are removed', async () => {
    const world = deciding();
    world.change({ checks: earlier });
    const { verifier, forgotten } = aProvider({ outcome: 'verified' });
    await world.run(verifier);
    assert.deepEqual(forgotten, ['r0', 'r1']);
    const { status, checks } = world.stored();
    assert.deepEqual([status, checks.length, checks[0]?.reference], ['verified', 101, 'r2']);
  });

  test('are kept while the provider does not forget them, and nobody waits for that', async () => {
    const world = deciding();
    world.change({ checks: earlier });
    const { verifier } = aProvider({ outcome: 'verified' });
    await world.run({ ...verifier, forget: () => Promise.reject(new ApiError('unavailable')) });
    assert.deepEqual([world.stored().status, world.stored().checks.length], ['verified', 103]);
  });
});

describe('the date that a provider reads of a document', () => {
  const [passport] = identityDocuments();
  const expiries = [{ document_id: passport?.id ?? '', expires_on: '2099-05-31' }];

  test('counts with its decision', async () => {
    const world = deciding({ documents: [passport ?? assert.fail()] });
    await world.run(aProvider({ outcome: 'verified', expiries }).verifier);
    assert.deepEqual(world.eventTypes(), [
      'verification.verified',
      'customer.updated',
      'document.updated',
    ]);
  });

  for (const [who, finding, customer] of [
    ['of an individual', { outcome: 'review', evidence: null, expiries }, {}],
    [
      'of a business',
      { outcome: 'verified', expiries },
      aBusinessCustomer({ persons: [aRepresentative()] }),
    ],
  ] as const)
    test(`waits for the operator where one decides: ${who}`, async () => {
      const world = deciding({ customer });
      await world.run(aProvider(finding).verifier);
      const verification = world.stored();
      const documentReferences = { named: [], others: [] };
      assert.deepEqual(
        approvedExpiries([], { verification, documentReferences }, new Date()),
        expiries,
      );
    });
});

describe('an answer that has not come', () => {
  const steps = [1, 6, 36, 396];
  for (const finding of [{ outcome: 'waiting' }, 'no answer'] as const)
    test(`is asked for after 1, 5 and 30 minutes and 6 hours, then an operator decides: ${JSON.stringify(finding)}`, async () => {
      const world = deciding();
      const { verifier } = aProvider(finding);
      const start = new Date();
      const after = (minutes: number) => new Date(start.getTime() + minutes * 60_000);
      for (const [nth, minutes] of [0, ...steps].entries()) {
        await world.run(verifier, after(minutes));
        const { scheduled_at, reviewing, checks } = world.stored();
        const next = steps[nth];
        assert.deepEqual(
          [scheduled_at, reviewing],
          next ? [after(next).toISOString(), false] : [null, true],
        );
        assert.deepEqual(checks[0]?.evidence?.reasons, next ? undefined : ['no_decision_in_time']);
      }
    });

  test('is not put off by a look that nobody planned', async () => {
    const world = deciding();
    const { verifier } = aProvider({ outcome: 'waiting' });
    await world.run(verifier);
    const { scheduled_at } = world.stored();
    for (let times = 0; times < 6; times++) await world.run(verifier, inMinutes(0.1));
    assert.deepEqual(
      [world.stored().scheduled_at, world.stored().reviewing],
      [scheduled_at, false],
    );
  });
});

describe('what a provider finds too late', () => {
  test('changes nothing of a verification that was canceled, and its reference is kept to be forgotten', async () => {
    const world = deciding();
    const { verifier } = aProvider({ outcome: 'verified' });
    const canceling: IdentityVerifier = {
      ...verifier,
      begin: async (...asked) => {
        world.change({ status: 'canceled', scheduled_at: null, held: null });
        return verifier.begin(...asked);
      },
      look: assert.fail,
    };
    await world.run(canceling);
    const { status, checks } = world.stored();
    assert.deepEqual(
      [status, checks.length, typeof checks[0]?.reference],
      ['canceled', 1, 'string'],
    );
    await world.run({ ...verifier, begin: assert.fail, look: assert.fail });
  });

  test('is forgotten at once where its customer was redacted meanwhile', async () => {
    const world = deciding();
    const { verifier, checks, forgotten } = aProvider({ outcome: 'verified' });
    await world.run({
      ...verifier,
      begin: async (...asked) => {
        world.change({ status: 'canceled', scheduled_at: null, held: null, checks: [] });
        return verifier.begin(...asked);
      },
    });
    assert.deepEqual(forgotten, checks);
  });

  test('does not overrule an operator who decided while it looked', async () => {
    const world = deciding();
    const { verifier } = aProvider({ outcome: 'verified' });
    await world.run({
      ...verifier,
      look: async () => {
        world.change({ status: 'rejected', scheduled_at: null, held: null });
        return { outcome: 'verified' };
      },
    });
    assert.deepEqual([world.stored().status, world.eventTypes()], ['rejected', []]);
  });
});

test('a business whose people are all clear still waits for an operator, who decides over the company', async () => {
  const customer = aBusinessCustomer({ persons: [aRepresentative()] });
  const world = deciding({ customer });
  await world.run(aProvider({ outcome: 'verified' }).verifier);
  const { status, reviewing, scheduled_at, checks } = world.stored();
  assert.deepEqual([status, reviewing, scheduled_at], ['processing', true, null]);
  assert.deepEqual(checks[0]?.evidence?.reasons, ['business_unchecked']);
});
