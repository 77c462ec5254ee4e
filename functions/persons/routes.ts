import * as z from 'zod/mini';
import { CustomerId } from '../customers/schema.ts';
import { pageQuery } from '../list-query.ts';
import { routesOf } from '../resource-routes.ts';
import { route } from '../route.ts';
import { builders } from '../route-access.ts';
import { PersonCreate, PersonPatch, PersonResource } from './schema.ts';

const ofCustomer = z.object({ customer_id: CustomerId });
const person = routesOf('person', PersonResource);
const seals = { taxIds: ['encrypt'], fingerprint: ['mac'] } as const;

export const createPerson = person.create({
  path: '/customers/{customer_id}/persons',
  summary: 'Add a person to a business',
  description:
    'A business has at most 20 persons, one of them the representative. The shares of its owners are at most 100 together. A change of an owner unsets `owners_declared_at` of the business.',
  params: ofCustomer,
  body: PersonCreate,
  errors: ['customer_not_found', 'business_required', 'person_limit_reached', 'action_not_allowed'],
  permissions: { ...seals, resources: ['batch', 'put'], outbox: ['put'] },
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
  description: 'A JSON merge patch.',
  body: PersonPatch,
  errors: ['person_not_found', 'action_not_allowed'],
  permissions: { ...seals, resources: ['get', 'put'], outbox: ['put'] },
});

export const removePerson = route({
  id: 'persons.remove',
  method: 'DELETE',
  path: '/persons/{person_id}',
  summary: 'Remove a person from its business',
  description: 'Its data is in events and in submitted verifications until the customer is redacted.',
  params: person.params,
  returns: { status: 204 },
  errors: ['person_not_found', 'action_not_allowed'],
  roles: builders,
  permissions: { resources: ['get', 'put', 'delete'], outbox: ['put'] },
});
