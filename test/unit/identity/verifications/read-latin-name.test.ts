import assert from 'node:assert/strict';
import { erasedFields } from '../../../../functions/app/redactions/model.ts';
import {
  isAsRead,
  type ReadLatinName,
} from '../../../../functions/identity/customers/latin-name.ts';
import { type Customer, identityOf } from '../../../../functions/identity/customers/model.ts';
import {
  decidedVerification,
  openRequirements,
  toVerificationResource,
} from '../../../../functions/identity/verifications/decision.ts';
import type { Verification } from '../../../../functions/identity/verifications/model.ts';
import {
  assessed,
  type ComparedPerson,
} from '../../../../functions/identity/verifiers/aws/assessment.ts';
import { zoneIn } from '../../../../functions/identity/verifiers/aws/zone.ts';
import type { LookResult } from '../../../../functions/identity/verifiers/verifier.ts';
import { deciding } from '../../../helpers/deciding.ts';
import {
  aBusinessCustomer,
  aCompletePerson,
  aRepresentative,
} from '../../../helpers/fixtures/customers.ts';
import { aStoredVerification } from '../../../helpers/fixtures/verifications.ts';
import { asRead, passportZone } from '../../../helpers/fixtures/zones.ts';
import { describe, test } from '../../../helpers/tests.ts';

const now = new Date('2026-11-20T15:04:05.123Z');
const ethiopic = { first_name: 'አበበ', middle_name: null, last_name: 'ቢቂላ' };
const abebe: ComparedPerson = {
  ...ethiopic,
  latin_name: null,
  date_of_birth: '1990-04-23',
  nationality: 'GB',
  remedied_errors: [],
};
const read: ReadLatinName = { first_name: 'ABEBE', last_name: 'BIKILA', may_be_cut_off: false };
const none = { named: [], others: [] };

describe('the zone of a document proposes a Latin name', () => {
  const nameIn = (
    printed: Parameters<typeof passportZone>[0],
    person: Partial<ComparedPerson> = {},
    likeness = 98,
  ) => {
    const reading = zoneIn(asRead(passportZone(printed))) ?? 'no_zone';
    const finding = assessed({ ...abebe, ...person }, { type: 'passport', reading, likeness }, now);
    return 'latin_name' in finding ? finding.latin_name : undefined;
  };
  const printed = { last: 'BIKILA', first: 'ABEBE' };

  test('to somebody who has none and whose name cannot be compared, whatever comes of the rest', () => {
    assert.deepEqual(nameIn(printed), read);
    assert.deepEqual(nameIn(printed, {}, 3), read);
    assert.deepEqual(nameIn({ ...printed, first: '' }), { ...read, first_name: null });
  });

  test('and to nobody else', () => {
    assert.equal(
      nameIn(printed, {
        latin_name: { first_name: 'Abebe', middle_name: null, last_name: 'Bikila' },
      }),
      undefined,
    );
    assert.equal(nameIn(printed, { first_name: 'Абебе', last_name: 'Бикила' }), undefined);
    const damaged = passportZone(printed).map((line) => line.replace('123456789', '123456780'));
    assert.equal(zoneIn(asRead(damaged)), 'unreadable');
  });

  test('and says where the names fill the zone', () => {
    const long = nameIn({ last: 'BIKILA', first: 'ABEBE<GEBRE<MARIAM<TEKLE<HAIMANOT<WOLDE' });
    assert.deepEqual(long, {
      ...read,
      first_name: 'ABEBE GEBRE MARIAM TEKLE HAIMAN',
      may_be_cut_off: true,
    });
  });
});

describe('the name that was read is kept until the next submission', () => {
  for (const finding of [
    { outcome: 'review', evidence: null, latin_name: read },
    { outcome: 'requires_input', code: 'selfie_mismatch', latin_name: read },
  ] as const satisfies readonly LookResult[])
    test(finding.outcome, async () => {
      const world = deciding({ customer: ethiopic });
      const verifier = (answer: LookResult) => ({
        name: 'provider',
        decides: 'persons' as const,
        exclusive: true,
        begin: async () => 'reference',
        look: async () => answer,
        forget: async () => undefined,
      });
      await world.run(verifier(finding));
      const names = () => world.stored().checks.map(({ latin_name }) => latin_name);
      assert.deepEqual(names(), [read]);
      const submitted_at = '2026-11-21T09:00:00.000Z';
      const again = {
        status: 'processing',
        submitted_at,
        scheduled_at: new Date().toISOString(),
        reviewing: false,
      } as const;
      world.change(again);
      await world.run(verifier({ outcome: 'waiting' }));
      assert.deepEqual(names(), [null, null]);
    });
});

const submitted_at = '2026-11-20T15:00:00.000Z';
const checkOf = (subject_id: string, latin_name: ReadLatinName | null) => ({
  subject_id,
  submission: submitted_at,
  provider: 'aws',
  reference: 'r',
  started_at: submitted_at,
  evidence: null,
  expiries: [],
  latin_name,
});
const last_error = { code: 'selfie_mismatch', message: '', retryable: true } as const;

const withSetting = (value: string, act: () => void) => {
  process.env.LATIN_NAMES = value;
  try {
    act();
  } finally {
    delete process.env.LATIN_NAMES;
  }
};

describe('the requirement of a Latin name', () => {
  const customer = aCompletePerson(ethiopic as object);
  const due = (verification: Partial<Verification>, of: Customer = customer) =>
    openRequirements(
      aStoredVerification({ submitted_at, ...verification }),
      of,
      none,
    ).currently_due.filter(({ code }) => code.endsWith('latin_name'));
  const decided = (latin_name: ReadLatinName | null) => ({
    last_error,
    checks: [checkOf(customer.id, latin_name)],
  });

  test('has the name in its call, and says where it may be cut off', () =>
    withSetting('required', () => {
      assert.equal(due({}).length, 1);
      const [proposing] = due(decided(read));
      assert.deepEqual(proposing?.resolve_with?.body, {
        latin_name: { first_name: 'ABEBE', last_name: 'BIKILA' },
      });
      assert.doesNotMatch(String(proposing?.description), /cut off|BIKILA/);
      assert.match(
        String(due(decided({ ...read, may_be_cut_off: true }))[0]?.description),
        /may be cut off/,
      );
      const unread = { latin_name: { first_name: null, last_name: null } };
      assert.deepEqual(due(decided(null))[0]?.resolve_with?.body, unread);
      const earlier = { ...checkOf(customer.id, read), submission: '2026-01-01T00:00:00.000Z' };
      assert.deepEqual(due({ last_error, checks: [earlier] })[0]?.resolve_with?.body, unread);
    }));

  test('waits for the document where that is read first, but not of those who send none', () =>
    withSetting('read_first', () => {
      assert.deepEqual(due({}), []);
      assert.equal(due(decided(null)).length, 1);
      const [representative, owner] = [
        aRepresentative(ethiopic),
        aRepresentative({ ...ethiopic, id: 'prs_9' }),
      ];
      const persons = [
        representative,
        { ...owner, roles: ['owner' as const], ownership_percent: 50 },
      ];
      const business = aBusinessCustomer({ legal_name: 'አቢሲኒያ', persons });
      assert.deepEqual(
        due({ level: 'standard' }, business).map(({ code }) => code),
        ['profile.latin_name', 'persons.prs_9.latin_name'],
      );
    }));

  test('leaves no name in events once the customer is redacted', () =>
    withSetting('required', () => {
      const verification = aStoredVerification({
        status: 'requires_input',
        submitted_at,
        ...decided(read),
      });
      const shown = toVerificationResource(
        verification,
        openRequirements(verification, customer, none),
      );
      assert.match(JSON.stringify(shown), /BIKILA/);
      assert.doesNotMatch(
        JSON.stringify({ ...shown, ...erasedFields('verification', shown) }),
        /BIKILA/,
      );
    }));
});

describe('a decision after somebody took the name over', () => {
  const submitted = aCompletePerson(ethiopic as object);
  const latin = (first_name: string | null, last_name: string, middle_name: string | null = null) =>
    ({ ...submitted, latin_name: { first_name, middle_name, last_name } }) as Customer;
  const outcome = (customer: Customer, latin_name: ReadLatinName | null) => {
    const identity = identityOf(submitted);
    const checks = [checkOf(customer.id, latin_name)];
    const verification = aStoredVerification({
      status: 'processing',
      submitted_at,
      identity,
      checks,
    });
    const after = decidedVerification(verification, customer, { outcome: 'verified' }, now)?.after;
    return after?.last_error?.code ?? after?.status;
  };

  test('verifies: the document says so', () => {
    assert.equal(outcome(latin('ABEBE', 'BIKILA'), read), 'verified');
    assert.equal(outcome(latin('Abebe', 'Bikila'), read), 'verified');
    assert.equal(
      outcome(latin('Abebe', 'Bikila', 'Wolde'), { ...read, may_be_cut_off: true }),
      'verified',
    );
  });

  test('asks for input under a name that no document was read with', () => {
    assert.equal(outcome(latin('Haile', 'Bikila'), read), 'name_mismatch');
    assert.equal(outcome(latin('Abebe', 'Bikila', 'Wolde'), read), 'name_mismatch');
    assert.equal(outcome(latin('Abebe', 'Bikila'), null), 'name_mismatch');
    assert.equal(
      outcome({ ...latin('Abebe', 'Bikila'), last_name: 'Gebre' } as Customer, read),
      'name_mismatch',
    );
  });

  test('goes on from what is cut off, word for word', () => {
    const cut = { ...read, last_name: 'BIK', may_be_cut_off: true };
    assert.ok(isAsRead(['Abebe', null, 'Bikila'], cut));
    assert.ok(!isAsRead(['Abebe', null, 'Bekila'], cut));
    assert.ok(!isAsRead(['Haile', null, 'Bikila'], cut));
  });
});
