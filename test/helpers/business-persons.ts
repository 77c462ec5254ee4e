import fc from 'fast-check';
import type { ApiError } from '../../functions/core/api-error.ts';
import {
  type Person,
  type PersonProfile,
  personRoles,
} from '../../functions/identity/customers/persons.ts';
import { addPerson } from '../../functions/identity/persons/model.ts';
import { aBusinessCustomer, aPerson } from './fixtures/customers.ts';

export const now = new Date('2026-11-20T15:04:05.123Z');
export const declared = '2026-01-02T03:04:05.678Z';

/** The faults of an error, as pointer and code. */
export const faultsOf = (attempt: () => unknown): string[] => {
  try {
    attempt();
    return [];
  } catch (error) {
    const { errors = [] } = (error as ApiError).details;
    return errors.map((item) => `${'pointer' in item ? item.pointer : ''} ${item.code}`);
  }
};

export const add = (persons: readonly Person[], profile: Partial<PersonProfile>) =>
  addPerson(aBusinessCustomer({ persons }), aPerson(profile), 'prs_new', now);

export const profile = fc.record({
  roles: fc.uniqueArray(fc.constantFrom(...personRoles), { minLength: 1 }),
  ownership_percent: fc.option(
    fc.integer({ min: 0, max: 10_000 }).map((hundredths) => hundredths / 100),
  ),
});
