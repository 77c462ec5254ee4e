import { ApiError } from '../../core/api-error.ts';
import type { Database } from '../../core/dynamodb/client.ts';
import type { ItemKey } from '../../core/dynamodb/keys.ts';
import { type Page, type PageRequest, pageOf } from '../../core/dynamodb/list.ts';
import { reading, required, storedForm } from '../../core/dynamodb/stored-form.ts';
import { exists, isNew, type Write } from '../../core/dynamodb/writes.ts';
import type { Customer } from '../customers/model.ts';
import type { Person } from '../customers/persons.ts';
import { readCustomer } from '../customers/table.ts';
import { type OwnedPerson, personsOf } from './model.ts';

/** Which customer stores this person? */
export const personKey = (tenant: string, id: string): ItemKey => ({
  table: 'resources',
  pk: `${tenant}/person`,
  sk: id,
});

/** How the item is stored that leads from a person to its customer. */
const personItemForm = storedForm<Pick<OwnedPerson, 'customer_id'>>({ customer_id: required });

export const readStoredPerson = reading('resources', 'person', personItemForm, 'customer_id');

/** The person as its customer stores it, with the customer, or `person_not_found`. Two round trips, both consistent. */
export const readPerson = async (
  db: Database,
  tenant: string,
  id: string,
): Promise<{ readonly customer: Customer; readonly person: Person }> => {
  const found = await db.get(personKey(tenant, id));
  const customer = found && (await readCustomer(db, tenant, readStoredPerson(found).customer_id));
  const person = customer?.persons.find((one) => one.id === id);
  // Removed between the two reads.
  if (!customer || !person) throw new ApiError('person_not_found');
  return { customer, person };
};

/** One page of the persons of a business, newest first. Two that are added at once may be stored in either order. */
export const pageOfPersons = (customer: Customer, wanted: PageRequest): Page<OwnedPerson> =>
  pageOf(personsOf(customer), wanted, ({ id }) => id);

/**
 * The write that a person needs beside its customer's item: for a new one, the item that leads
 * there.
 */
export const savePerson = (
  { tenant_id, customer_id, id }: OwnedPerson,
  read?: OwnedPerson,
): Write[] =>
  read ? [] : [{ kind: 'put', key: personKey(tenant_id, id), item: { customer_id }, when: isNew }];

/** The write that removes that item. */
export const deletePersonItem = ({ tenant_id, id }: OwnedPerson): Write => ({
  kind: 'delete',
  key: personKey(tenant_id, id),
  when: exists,
});
