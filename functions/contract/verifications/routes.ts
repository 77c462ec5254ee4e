import * as z from 'zod/mini';
import { EmptyRequest } from '../bodies.ts';
import { CustomerId } from '../customers/customer.ts';
import { listOf } from '../fields.ts';
import { datedQuery, filteredQuery } from '../list-query.ts';
import { builders } from '../roles.ts';
import { route } from '../route.ts';
import { VerificationCreate, VerificationPatch } from './input.ts';
import { ShownVerification, VerificationId } from './verification.ts';

const ofCustomer = z.object({ customer_id: CustomerId });
const params = z.object({ verification_id: VerificationId });
const acting = { outbox: ['put'], idempotency: ['batch', 'get', 'put'] } as const;

const VerificationList = listOf(ShownVerification, 'VerificationList');

export const createVerification = route({
  id: 'verifications.create',
  method: 'POST',
  path: '/customers/{customer_id}/verifications',
  summary: 'Begin to verify the identity of a customer',
  description:
    'A customer has one open verification at a time. `requirements` says what is missing, with the exact call that ' +
    'brings each; then submit it.',
  params: ofCustomer,
  body: VerificationCreate,
  returns: { status: 201, body: ShownVerification },
  errors: ['customer_not_found', 'document_not_found', 'action_not_allowed', 'verification_already_open'],
  needs: { ...acting, resources: ['batch', 'put', 'check'], 'resources/by_parent': ['query'] },
  reachable: ['api', 'dashboard'],
  roles: builders,
  replay: 'stored',
  retry: 'reads_record_first',
});

export const listVerifications = route({
  id: 'verifications.list',
  method: 'GET',
  path: '/customers/{customer_id}/verifications',
  summary: 'List the verifications of a customer, newest first',
  description: 'One at a time is open; those before it stay readable.',
  params: ofCustomer,
  query: z.strictObject(datedQuery),
  returns: { status: 200, body: VerificationList },
  errors: ['customer_not_found'],
  needs: { cursorKey: ['mac'], resources: ['get', 'batch'], 'resources/by_parent': ['query'] },
  reachable: ['api', 'dashboard'],
});

const Reviewing = z
  .enum(['true'])
  .check(z.meta({ id: 'Reviewing', description: 'Only those in processing that a person is to decide.' }));

export const listAllVerifications = route({
  id: 'verifications.list-all',
  method: 'GET',
  path: '/verifications',
  summary: 'List verifications, newest first',
  description: 'Of all customers, or of one; which wait for input, for a decision, or how they were decided.',
  query: z.strictObject({
    ...filteredQuery(),
    customer_id: z.optional(CustomerId),
    status: z.optional(ShownVerification.shape.status),
    reviewing: z.optional(Reviewing),
  }),
  returns: { status: 200, body: VerificationList },
  errors: [],
  needs: {
    cursorKey: ['mac'],
    resources: ['query', 'batch'],
    'resources/by_parent': ['query'],
    'resources/by_status': ['query'],
    'resources/reviewing': ['query'],
  },
  reachable: ['api', 'dashboard'],
});

export const getVerification = route({
  id: 'verifications.get',
  method: 'GET',
  path: '/verifications/{verification_id}',
  summary: 'Get a verification with what it still requires',
  description: '`requirements` names the exact calls that are still to be made.',
  params,
  returns: { status: 200, body: ShownVerification },
  errors: ['verification_not_found'],
  needs: { resources: ['get', 'batch'], 'resources/by_parent': ['query'] },
  reachable: ['api', 'dashboard'],
});

export const updateVerification = route({
  id: 'verifications.update',
  method: 'PATCH',
  path: '/verifications/{verification_id}',
  summary: 'Change the documents that a verification rests on',
  description: 'Only while it requires input.',
  params,
  body: VerificationPatch,
  returns: { status: 200, body: ShownVerification },
  errors: ['verification_not_found', 'document_not_found', 'action_not_allowed'],
  needs: { resources: ['get', 'batch', 'put'], 'resources/by_parent': ['query'], outbox: ['put'] },
  reachable: ['api', 'dashboard'],
  roles: builders,
});

export const submitVerification = route({
  id: 'verifications.submit',
  method: 'POST',
  path: '/verifications/{verification_id}/submit',
  summary: 'Submit a verification for its decision',
  description:
    'The decision comes later: as an event, and in the status. Refused while something is missing; after a decision for ' +
    'better input that is what cures its `last_error`.',
  params,
  body: EmptyRequest,
  returns: { status: 200, body: ShownVerification },
  errors: ['verification_not_found', 'action_not_allowed', 'verification_requirements_due'],
  needs: {
    ...acting,
    resources: ['batch', 'put', 'check'],
    'resources/by_parent': ['query'],
    settings: ['waitDivisor'],
  },
  reachable: ['api', 'dashboard'],
  roles: builders,
  replay: 'stored',
  retry: 'reads_record_first',
});

export const cancelVerification = route({
  id: 'verifications.cancel',
  method: 'POST',
  path: '/verifications/{verification_id}/cancel',
  summary: 'Give up a verification that requires input',
  description: 'Final; another one can be begun.',
  params,
  body: EmptyRequest,
  returns: { status: 200, body: ShownVerification },
  errors: ['verification_not_found', 'action_not_allowed'],
  needs: { ...acting, resources: ['batch', 'put', 'delete'] },
  reachable: ['api', 'dashboard'],
  roles: builders,
  replay: 'stored',
  retry: 'reads_record_first',
});
