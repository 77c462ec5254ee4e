import * as z from 'zod/mini';
import { summaryStatuses } from '../../domain/customers/customer.ts';
import { customerStatuses } from '../../domain/customers/life.ts';
import { Email, listOf } from '../fields.ts';
import { filteredQuery } from '../list-query.ts';
import { builders, owners } from '../roles.ts';
import { route } from '../route.ts';
import { text } from '../text.ts';
import { CustomerId, ExternalId, ShownCustomer } from './customer.ts';
import { CustomerCreate, CustomerPatch } from './input.ts';

const params = z.object({ customer_id: CustomerId });
const ActionBody = z.strictObject({
  reason: z.optional(text(200, { description: 'Why, for your own records; shown as `status_reason`.' })),
});

export const createCustomer = route({
  id: 'customers.create',
  method: 'POST',
  path: '/customers',
  summary: 'Create a customer',
  body: CustomerCreate,
  returns: { status: 201, body: ShownCustomer },
  errors: ['external_id_taken'],
  needs: {
    resources: ['put'],
    outbox: ['put'],
    idempotency: ['get', 'put'],
    taxIds: ['encrypt'],
    fingerprint: ['mac'],
  },
  reachable: ['api', 'dashboard'],
  roles: builders,
  replay: 'stored',
});

export const listCustomers = route({
  id: 'customers.list',
  method: 'GET',
  path: '/customers',
  summary: 'List customers, newest first',
  description: '`external_id` finds the customer that has it, and those that had it until they were closed.',
  query: z.strictObject({
    ...filteredQuery(),
    email: z.optional(Email),
    external_id: z.optional(ExternalId),
    status: z.optional(z.enum(customerStatuses)),
    verification_status: z.optional(z.enum(summaryStatuses)),
  }),
  returns: { status: 200, body: listOf(ShownCustomer, 'CustomerList') },
  errors: [],
  needs: {
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
  params,
  returns: { status: 200, body: ShownCustomer },
  errors: ['customer_not_found'],
  needs: { resources: ['get'] },
  reachable: ['api', 'dashboard'],
});

export const updateCustomer = route({
  id: 'customers.update',
  method: 'PATCH',
  path: '/customers/{customer_id}',
  summary: 'Change a customer',
  description:
    'A JSON merge patch. Changing a verified name, birth date or nationality makes the customer `unverified` again.',
  params,
  body: CustomerPatch,
  returns: { status: 200, body: ShownCustomer },
  errors: ['customer_not_found', 'external_id_taken', 'action_not_allowed'],
  needs: {
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
  body: ActionBody,
  returns: { status: 200, body: ShownCustomer },
  errors: ['customer_not_found', 'action_not_allowed'],
  reachable: ['api', 'dashboard'],
  roles: builders,
  replay: 'stored',
  retry: 'reads_record_first',
} as const;

export const suspendCustomer = route({
  ...action,
  id: 'customers.suspend',
  path: '/customers/{customer_id}/suspend',
  summary: 'Suspend an active customer',
  needs: { ...acting, resources: ['batch', 'put', 'check'] },
});

export const reactivateCustomer = route({
  ...action,
  id: 'customers.reactivate',
  path: '/customers/{customer_id}/reactivate',
  summary: 'Reactivate a suspended customer',
  needs: { ...acting, resources: ['batch', 'put', 'check'] },
});

export const closeCustomer = route({
  ...action,
  id: 'customers.close',
  path: '/customers/{customer_id}/close',
  summary: 'Close a customer for good',
  description: 'Final. Cancels an open verification. The external_id of a closed customer is free again.',
  needs: { ...acting, resources: ['batch', 'get', 'put', 'delete', 'check'] },
});

export const redactCustomer = route({
  ...action,
  id: 'customers.redact',
  path: '/customers/{customer_id}/redact',
  summary: 'Remove everything personal that is known of a closed customer',
  description:
    'For good. The profile is empty at once; documents, verifications, cards, authorizations, events, deliveries and stored ' +
    'answers follow, as `redaction` of the customer tells, and `customer.redacted` says that nothing is left. Ids, times, ' +
    'kinds, amounts and decisions stay.',
  body: z.strictObject({}),
  returns: { status: 202, body: ShownCustomer },
  roles: owners,
  needs: { idempotency: acting.idempotency, resources: ['batch', 'put', 'delete'] },
});
