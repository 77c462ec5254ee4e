import * as z from 'zod/mini';
import { pageQuery } from '../../core/list-query.ts';
import { changing, routeLike, routesOf } from '../../core/resource-routes.ts';
import { CustomerId } from '../customers/schema.ts';
import { PersonCreate, PersonPatch, PersonResource } from './schema.ts';

const ofCustomer = z.object({ customer_id: CustomerId });
const person = routesOf('person', PersonResource);
/** Features that need the identity are suspended with it. */
const effects = { 'resources/by_parent': ['query'], outbox: ['put'] } as const;
const seals = { taxIds: ['encrypt'], fingerprint: ['mac'] } as const;

export const createPerson = person.create({
  path: '/customers/{customer_id}/persons',
  summary: 'Add a person to a business',
  description:
    'A business has at most 20 persons, one of them the representative. The shares of its owners are at most 100 together. A change of an owner unsets `owners_declared_at` of the business. A change of the representative, a controller or an owner of 25 % or more makes a verified business `unverified`. So does a change of their names, birth dates or nationalities.',
  params: ofCustomer,
  body: PersonCreate,
  errors: ['customer_not_found', 'business_required', 'person_limit_reached', 'action_not_allowed'],
  permissions: { ...seals, ...effects, resources: ['batch', 'put', 'check'] },
  retry: 'reads_record_first',
});

export const listPersons = person.list({
  path: '/customers/{customer_id}/persons',
  summary: 'List the persons of a business, newest first',
  description: 'Empty for an individual.',
  params: ofCustomer,
  query: z.strictObject(pageQuery),
  errors: ['customer_not_found'],
  permissions: { resources: ['get'] },
});

export const getPerson = person.get({
  summary: 'Get a person',
  permissions: { resources: ['get'] },
});

export const updatePerson = person.update({
  summary: 'Change a person',
  description: 'A JSON merge patch. Adding a person describes its effects on the business.',
  body: PersonPatch,
  errors: ['person_not_found', 'action_not_allowed'],
  permissions: { ...seals, ...effects, resources: ['get', 'batch', 'put', 'check'] },
});

export const removePerson = routeLike(changing, {
  id: 'persons.remove',
  method: 'DELETE',
  path: '/persons/{person_id}',
  summary: 'Remove a person from its business',
  description:
    'Its data is in events and in submitted verifications until the customer is redacted.',
  params: person.params,
  returns: { status: 204 },
  errors: ['person_not_found', 'action_not_allowed'],
  permissions: { ...effects, resources: ['get', 'batch', 'put', 'delete', 'check'] },
});
