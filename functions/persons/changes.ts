import { customer } from '../customers/changes.ts';
import { changed, type Registration } from '../unit-of-work.ts';
import { type OwnedPerson, type PersonChange, toPersonResource } from './model.ts';
import { PersonResource } from './schema.ts';
import { savePerson } from './table.ts';

const registration: Registration<OwnedPerson, typeof PersonResource> = {
  object: 'person',
  schema: PersonResource,
  toResource: toPersonResource,
  save: savePerson,
  customerOf: ({ customer_id }) => customer_id,
};

/** The change of a person, and of the customer that stores it. */
export const personAndCustomer = (change: PersonChange) =>
  [changed(registration, change.person), customer(change.customer)] as const;
