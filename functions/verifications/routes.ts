import * as z from 'zod/mini';
import { CustomerId } from '../customers/schema.ts';
import { EmptyRequest, listOf } from '../fields.ts';
import { datedQuery, filteredQuery } from '../list-query.ts';
import { route } from '../route.ts';
import { builders, reviewers } from '../route-access.ts';
import {
  InputRequest,
  Rejection,
  VerificationCreate,
  VerificationId,
  VerificationPatch,
  VerificationResource,
  VerificationSimulation,
} from './schema.ts';

const ofCustomer = z.object({ customer_id: CustomerId });
const params = z.object({ verification_id: VerificationId });
const acting = { outbox: ['put'], idempotency: ['batch', 'get', 'put'] } as const;

const VerificationList = listOf(VerificationResource, 'VerificationList');

export const createVerification = route({
  id: 'verifications.create',
  method: 'POST',
  path: '/customers/{customer_id}/verifications',
  summary: 'Create an identity verification of a customer',
  description:
    'A customer has one open verification at a time. `requirements` lists what is missing, with the exact call that provides each. Then submit it.',
  params: ofCustomer,
  body: VerificationCreate,
  returns: { status: 201, body: VerificationResource },
  errors: ['customer_not_found', 'document_not_found', 'action_not_allowed', 'verification_already_open'],
  permissions: { ...acting, resources: ['batch', 'put', 'check'], 'resources/by_parent': ['query'] },
  reachable: ['api', 'dashboard'],
  roles: builders,
  idempotency: 'cached',
  retry: 'reads_record_first',
});

export const listVerifications = route({
  id: 'verifications.list',
  method: 'GET',
  path: '/customers/{customer_id}/verifications',
  summary: 'List the verifications of a customer, newest first',
  description: 'A customer has one open verification at a time; earlier ones stay readable.',
  params: ofCustomer,
  query: z.strictObject(datedQuery),
  returns: { status: 200, body: VerificationList },
  errors: ['customer_not_found'],
  permissions: { cursorKey: ['mac'], resources: ['get', 'batch'], 'resources/by_parent': ['query'] },
  reachable: ['api', 'dashboard'],
});

const Reviewing = z
  .enum(['true'])
  .check(
    z.meta({ id: 'Reviewing', description: 'Only verifications in processing that wait for a person’s decision.' }),
  );

export const listAllVerifications = route({
  id: 'verifications.list-all',
  method: 'GET',
  path: '/verifications',
  summary: 'List verifications, newest first',
  description: 'Of all customers, or of one, by status.',
  query: z.strictObject({
    ...filteredQuery(),
    customer_id: z.optional(CustomerId),
    status: z.optional(VerificationResource.shape.status),
    reviewing: z.optional(Reviewing),
  }),
  returns: { status: 200, body: VerificationList },
  errors: [],
  permissions: {
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
  summary: 'Get a verification with its requirements',
  description: '`requirements` lists the exact calls that are still missing.',
  params,
  returns: { status: 200, body: VerificationResource },
  errors: ['verification_not_found'],
  permissions: { resources: ['get', 'batch'], 'resources/by_parent': ['query'] },
  reachable: ['api', 'dashboard'],
});

export const updateVerification = route({
  id: 'verifications.update',
  method: 'PATCH',
  path: '/verifications/{verification_id}',
  summary: 'Change the documents of a verification',
  description: 'Only while it requires input.',
  params,
  body: VerificationPatch,
  returns: { status: 200, body: VerificationResource },
  errors: ['verification_not_found', 'document_not_found', 'action_not_allowed'],
  permissions: { resources: ['get', 'batch', 'put'], 'resources/by_parent': ['query'], outbox: ['put'] },
  reachable: ['api', 'dashboard'],
  roles: builders,
});

export const submitVerification = route({
  id: 'verifications.submit',
  method: 'POST',
  path: '/verifications/{verification_id}/submit',
  summary: 'Submit a verification for its decision',
  description:
    'The decision follows as an event and in the status. Submitting fails while something is missing. After `requires_input`, the fix for `last_error` is missing too.',
  params,
  body: EmptyRequest,
  returns: { status: 200, body: VerificationResource },
  errors: ['verification_not_found', 'action_not_allowed', 'verification_requirements_due'],
  permissions: {
    ...acting,
    resources: ['batch', 'put', 'check'],
    'resources/by_parent': ['query'],
  },
  reachable: ['api', 'dashboard'],
  roles: builders,
  idempotency: 'cached',
  retry: 'reads_record_first',
});

export const cancelVerification = route({
  id: 'verifications.cancel',
  method: 'POST',
  path: '/verifications/{verification_id}/cancel',
  summary: 'Cancel a verification that requires input',
  description: 'Final. You can create another one.',
  params,
  body: EmptyRequest,
  returns: { status: 200, body: VerificationResource },
  errors: ['verification_not_found', 'action_not_allowed'],
  permissions: { ...acting, resources: ['batch', 'put', 'delete'] },
  reachable: ['api', 'dashboard'],
  roles: builders,
  idempotency: 'cached',
  retry: 'reads_record_first',
});

/** What every decision over a verification in processing shares. */
const deciding = {
  method: 'POST',
  params: z.object({ verification_id: VerificationId }),
  returns: { status: 200, body: VerificationResource },
  errors: ['verification_not_found', 'action_not_allowed'],
  idempotency: 'cached',
  retry: 'reads_record_first',
} as const;

/** Powers over what they read and write; those over the verification's own table differ. */
const decisionAccess = {
  'resources/by_parent': ['query'],
  outbox: ['put'],
  idempotency: ['batch', 'get', 'put'],
} as const;

/** An end frees the customer's place for an open verification, and always changes what the customer is summed up as. */
const ending = { ...decisionAccess, resources: ['batch', 'put', 'delete'] } as const;

/** A person decides over what they looked at: once it is another version, they look again. */
const reviewing = { ...deciding, reachable: ['dashboard'], roles: reviewers, ifMatch: 'required' } as const;

export const approveVerification = route({
  ...reviewing,
  id: 'verifications.approve',
  path: '/verifications/{verification_id}/approve',
  summary: 'Decide that an identity is proven',
  permissions: { ...decisionAccess, resources: ['batch', 'put', 'delete', 'check'] },
  body: z.strictObject({}),
});

export const rejectVerification = route({
  ...reviewing,
  id: 'verifications.reject',
  path: '/verifications/{verification_id}/reject',
  summary: 'Decide that an identity is refused for good',
  permissions: ending,
  body: Rejection,
});

export const requestInput = route({
  ...reviewing,
  id: 'verifications.request-input',
  path: '/verifications/{verification_id}/request-input',
  summary: 'Ask for better input',
  permissions: { ...decisionAccess, resources: ['batch', 'put', 'check'] },
  body: InputRequest,
});

export const simulateVerification = route({
  ...deciding,
  id: 'simulations.verification',
  path: '/simulations/verifications/{verification_id}',
  summary: 'Decide a verification that was submitted',
  description:
    'For a verification in processing. The scenarios list the last names that are decided automatically. Sandbox only.',
  body: VerificationSimulation,
  permissions: { ...decisionAccess, resources: ['batch', 'put', 'delete', 'check'] },
  reachable: ['api', 'dashboard'],
  roles: builders,
  sandboxOnly: true,
});
