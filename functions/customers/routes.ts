import * as z from 'zod/mini';
import { Email, listOf, ReasonRequest } from '../fields.ts';
import { filteredQuery } from '../list-query.ts';
import { route } from '../route.ts';
import { builders, owners } from '../route-access.ts';
import { CustomerCreate, CustomerPatch } from './input.ts';
import { CustomerId, CustomerResource, CustomerStatusSchema, ExternalId, SummaryStatus } from './schema.ts';

const params = z.object({ customer_id: CustomerId });

export const createCustomer = route({
  id: 'customers.create',
  method: 'POST',
  path: '/customers',
  summary: 'Create a customer',
  description:
    'A person needs a first and a last name. A company needs its legal name and its country. Everything else can be added later; `requirements` of a verification or a feature lists what it needs.',
  body: CustomerCreate,
  returns: { status: 201, body: CustomerResource },
  errors: ['external_id_taken'],
  permissions: {
    resources: ['put'],
    outbox: ['put'],
    idempotency: ['get', 'put'],
    taxIds: ['encrypt'],
    fingerprint: ['mac'],
  },
  reachable: ['api', 'dashboard'],
  roles: builders,
  idempotency: 'cached',
});

export const listCustomers = route({
  id: 'customers.list',
  method: 'GET',
  path: '/customers',
  summary: 'List customers, newest first',
  description: '`external_id` finds the customer that has it and closed customers that had it.',
  query: z.strictObject({
    ...filteredQuery(),
    email: z.optional(Email),
    external_id: z.optional(ExternalId),
    status: z.optional(CustomerStatusSchema),
    verification_status: z.optional(SummaryStatus),
  }),
  returns: { status: 200, body: listOf(CustomerResource, 'CustomerList') },
  errors: [],
  permissions: {
    cursorKey: ['mac'],
    resources: ['get', 'batch', 'query'],
    'resources/by_email': ['query'],
    'resources/by_status': ['query'],
  },
  reachable: ['api', 'dashboard'],
});

export const getCustomer = route({
  id: 'customers.get',
  method: 'GET',
  path: '/customers/{customer_id}',
  summary: 'Get a customer',
  description: 'With the result of its verifications and the actions that are possible now.',
  params,
  returns: { status: 200, body: CustomerResource },
  errors: ['customer_not_found'],
  permissions: { resources: ['get'] },
  reachable: ['api', 'dashboard'],
});

export const updateCustomer = route({
  id: 'customers.update',
  method: 'PATCH',
  path: '/customers/{customer_id}',
  summary: 'Change a customer',
  description:
    'A JSON merge patch. A change of a verified name, birth date or nationality makes the customer `unverified` again.',
  params,
  body: CustomerPatch,
  returns: { status: 200, body: CustomerResource },
  errors: ['customer_not_found', 'external_id_taken', 'action_not_allowed'],
  permissions: {
    resources: ['get', 'batch', 'put', 'delete', 'check'],
    'resources/by_parent': ['query'],
    outbox: ['put'],
    taxIds: ['encrypt'],
    fingerprint: ['mac'],
  },
  reachable: ['api', 'dashboard'],
  roles: builders,
});

const acting = { outbox: ['put'], idempotency: ['batch', 'get', 'put'] } as const;
const action = {
  method: 'POST',
  params,
  body: ReasonRequest,
  returns: { status: 200, body: CustomerResource },
  errors: ['customer_not_found', 'action_not_allowed'],
  reachable: ['api', 'dashboard'],
  roles: builders,
  idempotency: 'cached',
  retry: 'reads_record_first',
} as const;

export const suspendCustomer = route({
  ...action,
  id: 'customers.suspend',
  path: '/customers/{customer_id}/suspend',
  summary: 'Suspend an active customer',
  description: 'Nothing new can start; its features are suspended and its cards blocked until it is reactivated.',
  permissions: { ...acting, resources: ['batch', 'put', 'check'] },
});

export const reactivateCustomer = route({
  ...action,
  id: 'customers.reactivate',
  path: '/customers/{customer_id}/reactivate',
  summary: 'Reactivate a suspended customer',
  description: 'Its features and cards return to their earlier states.',
  permissions: { ...acting, resources: ['batch', 'put', 'check'] },
});

export const closeCustomer = route({
  ...action,
  id: 'customers.close',
  path: '/customers/{customer_id}/close',
  summary: 'Close a customer for good',
  description: 'Final. Cancels an open verification. The external_id of a closed customer can be used again.',
  permissions: { ...acting, resources: ['batch', 'get', 'put', 'delete', 'check'] },
});

export const redactCustomer = route({
  ...action,
  id: 'customers.redact',
  path: '/customers/{customer_id}/redact',
  summary: 'Redact the personal data of a closed customer',
  description:
    'Final. The profile is emptied immediately. A job then empties documents, verifications, cards, authorizations, events, deliveries and stored responses; `redaction` of the customer shows its progress. `customer.redacted` is emitted when nothing is left. Ids, times, kinds, amounts and decisions stay.',
  body: z.strictObject({}),
  returns: { status: 202, body: CustomerResource },
  roles: owners,
  permissions: { idempotency: acting.idempotency, resources: ['batch', 'put', 'delete'] },
});
