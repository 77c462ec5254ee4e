import assert from 'node:assert/strict';
import { ApiError } from '../../../../functions/core/api-error.ts';
import type { Customer } from '../../../../functions/identity/customers/model.ts';
import { eligibilityOf, noProgress } from '../../../../functions/identity/features/eligibility.ts';
import {
  type Activation,
  asOf,
  featureOf,
  neverActivated,
  reconcileActivation,
  suspensionCauses,
  transitionActivation,
} from '../../../../functions/identity/features/model.ts';
import {
  type ActivationAction,
  type ActivationStatus,
  type ActivationTrigger,
  activationActions,
  activationTransitions,
} from '../../../../functions/identity/features/states.ts';
import { anAddress, anIndividual, verified } from '../../../helpers/fixtures/customers.ts';
import { nothingAgreed } from '../../../helpers/fixtures/features.ts';
import { describe, test } from '../../../helpers/tests.ts';

const now = new Date('2026-11-20T15:04:05.123Z');
const statuses: readonly ActivationStatus[] = ['inactive', 'active', 'suspended'];
const actions: readonly (ActivationAction | ActivationTrigger)[] = [
  'activate',
  'deactivate',
  'suspend',
  'resume',
  'close',
];
const feature = featureOf('virtual_cards');
const country = (code: string) => anAddress({ country: code });
const customer = (
  fields: Pick<Partial<Customer>, 'status' | 'verification' | 'address'> = {},
): Customer => anIndividual({ verification: verified, address: country('GB'), ...fields });
const anActivation = (status: ActivationStatus): Activation => ({
  ...neverActivated(customer(), feature.id),
  id: 'act_1',
  status,
  activated_at: status === 'inactive' ? null : '2026-11-01T00:00:00.000Z',
  version: 3,
});

describe('every move is of the table, one version on, or is rejected with what is allowed', () => {
  for (const status of statuses) {
    for (const action of actions) {
      test(`${status} ${action}`, () => {
        const move = activationTransitions[status][action];
        const act = () => transitionActivation(anActivation(status), action, 'why', now);
        if (!move) {
          const allowed_actions = activationActions(status);
          const refusal = new ApiError('action_not_allowed', {
            current_status: status,
            allowed_actions,
          });
          assert.throws(act, refusal);
          return;
        }
        const { after: activation, event } = act();
        assert.deepEqual([activation.status, event, activation.version], [...move, 4]);
        assert.equal(activation.status_reason, 'why');
        assert.equal(activation.activated_at === null, activation.status === 'inactive');
      });
    }
  }
});

test('a suspended feature keeps the moment it was switched on; switched on again it gets another', () => {
  const active = anActivation('active');
  assert.equal(
    transitionActivation(active, 'suspend', null, now).after.activated_at,
    active.activated_at,
  );
  assert.equal(
    transitionActivation(anActivation('inactive'), 'activate', null, now).after.activated_at,
    now.toISOString(),
  );
});

describe('what a customer has become decides its features, in whatever order it came', () => {
  const unverified = {
    verification: { status: 'unverified', level: null, verified_at: null },
  } as const;
  const cases: [
    name: string,
    Customer,
    Partial<Record<ActivationStatus, string>>,
    causes: string[],
  ][] = [
    ['active and verified', customer(), { suspended: 'active' }, []],
    [
      'suspended',
      customer({ status: 'suspended' }),
      { active: 'suspended' },
      ['customer_suspended'],
    ],
    ['not verified any more', customer(unverified), { active: 'suspended' }, ['verification_lost']],
    [
      'suspended and not verified',
      customer({ ...unverified, status: 'suspended' }),
      { active: 'suspended' },
      ['customer_suspended', 'verification_lost'],
    ],
    [
      'gone to another country',
      customer({ address: country('KP') }),
      { active: 'suspended' },
      ['country_not_supported'],
    ],
    [
      'without a country',
      customer({ address: null }),
      { active: 'suspended' },
      ['address_missing'],
    ],
    ['closed', customer({ status: 'closed' }), { active: 'inactive', suspended: 'inactive' }, []],
  ];
  for (const [name, after, next, causes] of cases) {
    for (const status of statuses) {
      test(`${name}: ${status}`, () => {
        const settled = reconcileActivation(anActivation(status), after, now);
        assert.equal(settled?.after.status, next[status]);
        const again = settled && reconcileActivation(settled.after, after, now);
        assert.equal(again, undefined, 'a second look finds nothing to do');
      });
    }
    test(`${name}: the causes`, () =>
      assert.deepEqual(suspensionCauses(feature, after, now), causes));
  }
});

test('a standard verification does not carry what needs an enhanced one', () => {
  assert.deepEqual(suspensionCauses(featureOf('higher_limits'), customer(), now), [
    'verification_lost',
  ]);
  const enhanced = customer({
    verification: { status: 'verified', level: 'enhanced', verified_at: now.toISOString() },
  });
  assert.deepEqual(suspensionCauses(featureOf('higher_limits'), enhanced, now), []);
  assert.deepEqual(suspensionCauses(featureOf('virtual_cards'), enhanced, now), []);
});

describe('a feature that is retired', () => {
  const holder = customer({ status: 'active' });
  const held = anActivation('active');
  const retiring = { ...feature, retired_on: '2027-03-31' };
  const lastDay = new Date('2027-03-30T23:59:59.999Z');
  const over = new Date('2027-03-31T00:00:00.000Z');
  const reasonsAt = (at: Date, activations: readonly Activation[]) =>
    eligibilityOf(
      retiring,
      { customer: holder, agreements: nothingAgreed, activations },
      noProgress,
      at,
    ).ineligible_reasons.map(({ code }) => code);

  test('can no more be activated as soon as its day is set', () => {
    assert.deepEqual(reasonsAt(now, []), ['feature_retired']);
    assert.deepEqual(reasonsAt(now, [{ ...held, status: 'inactive' }]), ['feature_retired']);
  });

  test('is kept until its day by who has it, and is suspended from then on', () => {
    assert.deepEqual(
      [reasonsAt(lastDay, [held]), reasonsAt(over, [held])],
      [[], ['feature_retired']],
    );
    assert.deepEqual(
      [lastDay, over].map((at) => asOf(held, retiring, at).status),
      ['active', 'suspended'],
    );
    assert.deepEqual(suspensionCauses(retiring, holder, over), ['feature_retired']);
    assert.deepEqual(asOf(held, feature, over), held);
  });
});
