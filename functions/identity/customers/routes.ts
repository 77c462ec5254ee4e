import * as z from 'zod/mini';
import { Email, EmptyRequest, ReasonRequest } from '../../core/fields.ts';
import { filteredQuery } from '../../core/list-query.ts';
import { owners, routesOf } from '../../core/resource-routes.ts';
import { CustomerCreate, CustomerIds, CustomerPatch, SearchedName } from './input.ts';
import { CustomerResource, CustomerStatusSchema, ExternalId, SummaryStatus } from './schema.ts';

const customer = routesOf('customer', CustomerResource);

export const createCustomer = customer.create({
  summary: 'Create a customer',
  description:
    'A person needs a first and a last name. A company needs its legal name and its country. Everything else can be added later; `requirements` of a verification or a feature lists what it needs.',
  body: CustomerCreate,
  errors: ['external_id_taken'],
  permissions: {
    resources: ['put'],
    outbox: ['put'],
    taxIds: ['encrypt'],
    fingerprint: ['mac'],
  },
});

export const listCustomers = customer.list({
  summary: 'List customers, newest first',
  description:
    '`external_id` finds the customer that has it and closed customers that had it. `name` lists by name instead, those first whose last or legal name begins with a word of it.',
  query: z.strictObject({
    ...filteredQuery(),
    ids: z.optional(CustomerIds),
    name: z.optional(SearchedName),
    email: z.optional(Email),
    external_id: z.optional(ExternalId),
    status: z.optional(CustomerStatusSchema),
    verification_status: z.optional(SummaryStatus),
  }),
  permissions: {
    resources: ['get', 'batch', 'query'],
    'resources/by_email': ['query'],
    'resources/by_name': ['query'],
    'resources/by_status': ['query'],
  },
});

export const getCustomer = customer.get({
  summary: 'Get a customer',
  description: 'With the result of its verifications and the actions that are possible now.',
  permissions: { resources: ['get'] },
});

export const updateCustomer = customer.update({
  summary: 'Change a customer',
  description:
    'A JSON merge patch. A change of a verified name, registration number, birth date or nationality makes the customer `unverified` again; a change of a verified address leaves the level `standard`. Features that the customer can no longer have are suspended.',
  body: CustomerPatch,
  errors: ['customer_not_found', 'external_id_taken', 'action_not_allowed'],
  permissions: {
    resources: ['get', 'batch', 'put', 'delete', 'check'],
    'resources/by_parent': ['query'],
    outbox: ['put'],
    taxIds: ['encrypt'],
    fingerprint: ['mac'],
  },
});

export const suspendCustomer = customer.action('suspend', {
  body: ReasonRequest,
  summary: 'Suspend an active customer',
  description:
    'Nothing new can start; its features are suspended and its cards blocked until it is reactivated.',
  permissions: { outbox: ['put'], resources: ['batch', 'put', 'check'] },
});

export const reactivateCustomer = customer.action('reactivate', {
  body: ReasonRequest,
  summary: 'Reactivate a suspended customer',
  description:
    'Its features and cards return to their earlier states. Not while a match of its screening, or of one of its persons, is confirmed.',
  errors: ['customer_not_found', 'action_not_allowed', 'screening_not_clear'],
  permissions: {
    outbox: ['put'],
    resources: ['batch', 'put', 'check'],
    'resources/by_parent': ['query'],
  },
});

export const closeCustomer = customer.action('close', {
  body: ReasonRequest,
  summary: 'Close a customer for good',
  description:
    'Final. Cancels an open verification. The external_id of a closed customer can be used again.',
  permissions: { outbox: ['put'], resources: ['batch', 'get', 'put', 'delete', 'check'] },
});

export const redactCustomer = customer.action('redact', {
  summary: 'Redact the personal data of a closed customer',
  description:
    'Final. The profile is emptied immediately. A job then empties documents, verifications, cards, authorizations, events, deliveries and stored responses; `redaction` of the customer shows its progress. `customer.redacted` is emitted when nothing is left. Ids, times, kinds, amounts and decisions stay.',
  body: EmptyRequest,
  returns: { status: 202, body: CustomerResource },
  roles: owners,
  scope: 'customers:redact',
  permissions: { resources: ['batch', 'put', 'delete'] },
});
