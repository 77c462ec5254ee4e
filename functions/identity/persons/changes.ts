import { changed, type Registration } from '../../core/outbox/unit-of-work.ts';
import { customer } from '../customers/changes.ts';
import type { CustomerTransition } from '../customers/model.ts';
import { type OwnedPerson, type PersonChange, personsOf, toPersonResource } from './model.ts';
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

/** The changes of persons that come with one of their customer, such as that they are verified. */
export const updatedPersons = ({ before, after }: CustomerTransition) => {
  const were = new Map(personsOf(before).map((one) => [one.id, one]));
  return personsOf(after).flatMap((one) => {
    const was = were.get(one.id);
    if (!was || was.version === one.version) return [];
    return [changed(registration, { before: was, after: one, event: 'person.updated' })];
  });
};
