import assert from 'node:assert/strict';
import type { Feature } from '../../functions/identity/catalogues/model.ts';
import type { Customer } from '../../functions/identity/customers/model.ts';
import {
  eligibilityOf,
  type IdentityProgress,
  noProgress,
} from '../../functions/identity/features/eligibility.ts';
import { featureOf } from '../../functions/identity/features/model.ts';
import { type Agreements, isEligible } from '../../functions/identity/features/qualification.ts';
import { anAddress } from './fixtures/customers.ts';
import { nothingAgreed } from './fixtures/features.ts';

export const now = new Date('2026-11-20T15:04:05.123Z');
export const address = anAddress({
  line1: '1 St James’s Square',
  city: 'London',
  postal_code: 'SW1Y 4JH',
  country: 'GB',
});
export const person = { date_of_birth: '1990-04-23', nationality: 'GB', address };

export const [virtual_cards, physical_cards, higher_limits] = [
  featureOf('virtual_cards'),
  featureOf('physical_cards'),
  featureOf('higher_limits'),
];

export const found = (
  customer: Customer,
  progress: IdentityProgress = noProgress,
  feature: Feature = virtual_cards,
  agreements: Agreements = nothingAgreed,
) => {
  const snapshot = { customer, agreements, activations: [] };
  const answer = eligibilityOf(feature, snapshot, progress, now);
  assert.equal(isEligible(feature, snapshot, now), answer.eligibility === 'eligible');
  return answer;
};
export const codes = (...args: Parameters<typeof found>) => {
  const { currently_due, pending_verification } = found(...args).requirements;
  return [currently_due.map(({ code }) => code), pending_verification.map(({ code }) => code)];
};
