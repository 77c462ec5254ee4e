import * as z from 'zod/mini';
import { EmptyRequest } from '../../core/fields.ts';
import { datedQuery, filteredQuery } from '../../core/list-query.ts';
import { owners, reviewers, routeLike, routesOf } from '../../core/resource-routes.ts';
import { CustomerId } from '../customers/schema.ts';
import {
  Approval,
  Assignment,
  InputRequest,
  Rejection,
  VerificationAttestation,
  VerificationCreate,
  VerificationEvidence,
  VerificationPatch,
  VerificationResource,
} from './schema.ts';

const ofCustomer = z.object({ customer_id: CustomerId });
const verification = routesOf('verification', VerificationResource);

export const createVerification = verification.create({
  path: '/customers/{customer_id}/verifications',
  summary: 'Create an identity verification of a customer',
  description:
    'A customer has one open verification at a time. `requirements` lists what is missing, with the exact call that provides each. Then submit it.',
  params: ofCustomer,
  body: VerificationCreate,
  errors: [
    'customer_not_found',
    'document_not_found',
    'action_not_allowed',
    'verification_already_open',
  ],
  permissions: {
    outbox: ['put'],
    resources: ['batch', 'put', 'check'],
    'resources/by_parent': ['query'],
  },
  retry: 'reads_record_first',
});

export const listVerifications = verification.list({
  path: '/customers/{customer_id}/verifications',
  summary: 'List the verifications of a customer, newest first',
  description: 'A customer has one open verification at a time; earlier ones stay readable.',
  params: ofCustomer,
  query: z.strictObject(datedQuery),
  errors: ['customer_not_found'],
  permissions: { resources: ['get', 'batch'], 'resources/by_parent': ['query'] },
});

const Reviewing = z.enum(['true']).check(
  z.meta({
    id: 'Reviewing',
    description: 'Only verifications in processing that wait for a person’s decision.',
  }),
);

export const listAllVerifications = verification.list({
  id: 'verifications.list-all',
  summary: 'List verifications, newest first',
  description: 'Those of all customers, or of one, by status.',
  query: z.strictObject({
    ...filteredQuery(),
    customer_id: z.optional(CustomerId),
    status: z.optional(VerificationResource.shape.status),
    reviewing: z.optional(Reviewing),
  }),
  permissions: {
    resources: ['query', 'batch'],
    'resources/by_parent': ['query'],
    'resources/by_status': ['query'],
    'resources/reviewing': ['query'],
  },
});

export const getVerification = verification.get({
  summary: 'Get a verification with its requirements',
  description: '`requirements` lists the exact calls that are still missing.',
  permissions: { resources: ['get', 'batch'], 'resources/by_parent': ['query'] },
});

export const getEvidence = routeLike(
  { method: 'GET', reachable: ['dashboard'], roles: reviewers },
  {
    id: 'verifications.get-evidence',
    path: '/verifications/{verification_id}/evidence',
    summary: 'Get what identity verifiers found of what was last submitted',
    params: verification.params,
    returns: { status: 200, body: VerificationEvidence },
    errors: ['verification_not_found'],
    permissions: { resources: ['get'] },
  },
);

export const updateVerification = verification.update({
  summary: 'Change the documents of a verification',
  description: 'Only while it requires input.',
  body: VerificationPatch,
  errors: ['verification_not_found', 'document_not_found', 'action_not_allowed'],
  permissions: {
    resources: ['get', 'batch', 'put'],
    'resources/by_parent': ['query'],
    outbox: ['put'],
  },
});

export const submitVerification = verification.action('submit', {
  summary: 'Submit a verification for its decision',
  description:
    'The decision follows as an event and in the status. Submitting fails while something is missing. After `requires_input`, the fix for `last_error` is missing too.',
  body: EmptyRequest,
  errors: ['verification_not_found', 'action_not_allowed', 'verification_requirements_due'],
  permissions: {
    outbox: ['put'],
    resources: ['batch', 'put', 'check'],
    'resources/by_parent': ['query'],
  },
});

export const cancelVerification = verification.action('cancel', {
  summary: 'Cancel a verification that requires input',
  description: 'Final. You can create another one.',
  body: EmptyRequest,
  permissions: { outbox: ['put'], resources: ['batch', 'put', 'delete'] },
});

export const attestVerification = verification.create({
  id: 'verifications.attest',
  path: '/customers/{customer_id}/verifications/attest',
  summary: 'Attest a verification that was made elsewhere',
  description:
    'The customer is verified at once, by what the profile states now; a later change of the profile ends that as it ends every verification. `verification.attestation` records the provider and the key. Only a restricted key with the scope `verifications:attest` can do this, if the environment accepts it. No match of a screening may be open or confirmed: where the environment screens, the lists are searched first.',
  params: ofCustomer,
  body: VerificationAttestation,
  reachable: ['api'],
  roles: owners,
  scope: 'verifications:attest',
  errors: [
    ...(['customer_not_found', 'action_not_allowed', 'verification_already_open'] as const),
    ...([
      'verification_requirements_due',
      'attestation_not_accepted',
      'screening_not_clear',
    ] as const),
    'screening_unavailable',
  ],
  permissions: {
    outbox: ['put'],
    resources: ['batch', 'put', 'check'],
    lists: ['read', 'list'],
    screenerToken: ['read'],
    settings: ['acceptAttestations', 'screening'],
  },
  retry: 'reads_record_first',
});

/** The permissions that every decision about a verification needs beside its own table. */
const deciding = { 'resources/by_parent': ['query'], outbox: ['put'] } as const;

/** A person decides about what they looked at: once it is another version, they look again. */
const review = { reachable: ['dashboard'], roles: reviewers, ifMatch: 'required' } as const;

export const assignVerification = verification.action('assign', {
  ...review,
  summary: 'Take a verification to decide over it, or put it back',
  description:
    'While it waits for a person’s decision. Every owner and reviewer may take it over from another one, or decide without it.',
  permissions: { outbox: ['put'], resources: ['batch', 'put'] },
  body: Assignment,
});

export const approveVerification = verification.action('approve', {
  ...review,
  summary: 'Approve an identity',
  description: 'Not while a match of its screening is open or confirmed.',
  errors: ['verification_not_found', 'action_not_allowed', 'screening_not_clear'],
  permissions: { ...deciding, resources: ['batch', 'put', 'delete', 'check'] },
  body: Approval,
});

export const rejectVerification = verification.action('reject', {
  ...review,
  summary: 'Reject an identity permanently',
  permissions: { ...deciding, resources: ['batch', 'put', 'delete'] },
  body: Rejection,
});

export const requestInput = verification.action('request-input', {
  ...review,
  summary: 'Ask for better input',
  permissions: { ...deciding, resources: ['batch', 'put', 'check'] },
  body: InputRequest,
});
