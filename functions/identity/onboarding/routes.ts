import * as z from 'zod/mini';
import { EmptyRequest } from '../../core/fields.ts';
import { route } from '../../core/route.ts';
import { DocumentCreate, DocumentId, DocumentResource } from '../documents/schema.ts';
import { PersonId } from '../persons/schema.ts';
import {
  OnboardingPersonCreate,
  OnboardingPersonPatch,
  OnboardingProfilePatch,
  OnboardingResource,
} from './schema.ts';

// The routes of the onboarding page. The token of a link opens them, for its customer, and nothing else opens them.

/** The members that these routes have in common. */
const ofPage = { reachable: ['api'], scope: 'onboarding', roles: [] } as const;

const state = { status: 200, body: OnboardingResource } as const;

/** The tables that every one of them reads. */
const reading = { resources: ['batch', 'get'], 'resources/by_parent': ['query'] } as const;

export const getOnboarding = route({
  ...ofPage,
  id: 'onboarding.get',
  method: 'GET',
  path: '/onboarding',
  summary: 'Show what is asked of the customer',
  returns: state,
  permissions: reading,
});

export const updateOnboardingProfile = route({
  ...ofPage,
  id: 'onboarding.update-profile',
  method: 'PATCH',
  path: '/onboarding/profile',
  summary: 'Change what is asked of the profile',
  body: OnboardingProfilePatch,
  returns: state,
  errors: ['action_not_allowed', 'customer_not_found', 'document_not_found'],
  permissions: { ...reading, resources: ['batch', 'get', 'put', 'check'], outbox: ['put'] },
});

const personErrors = ['action_not_allowed', 'customer_not_found', 'document_not_found'] as const;

export const createOnboardingPerson = route({
  ...ofPage,
  id: 'onboarding.create-person',
  method: 'POST',
  path: '/onboarding/persons',
  summary: 'Add a person to the business',
  body: OnboardingPersonCreate,
  returns: state,
  errors: [...personErrors, 'business_required', 'person_limit_reached'],
  permissions: {
    ...reading,
    resources: ['batch', 'get', 'put', 'update', 'check'],
    outbox: ['put'],
  },
  idempotency: 'cached',
});

export const updateOnboardingPerson = route({
  ...ofPage,
  id: 'onboarding.update-person',
  method: 'PATCH',
  path: '/onboarding/persons/{person_id}',
  summary: 'Change what is asked of a person, or one that was added by the link',
  params: z.object({ person_id: PersonId }),
  body: OnboardingPersonPatch,
  returns: state,
  errors: [...personErrors, 'person_not_found'],
  permissions: { ...reading, resources: ['batch', 'get', 'put', 'check'], outbox: ['put'] },
});

export const createOnboardingDocument = route({
  ...ofPage,
  id: 'onboarding.create-document',
  method: 'POST',
  path: '/onboarding/documents',
  summary: 'Create a document and get the link for its upload',
  body: DocumentCreate,
  returns: { status: 201, body: DocumentResource },
  errors: ['action_not_allowed', 'document_not_found', 'document_limit_reached'],
  permissions: {
    resources: ['batch', 'get', 'put', 'update', 'check'],
    outbox: ['put'],
    documents: ['upload'],
  },
  idempotency: 'refreshed',
});

const upload = { scope: 'onboarding', roles: [] } as const;

export const getOnboardingDocument = route({
  ...ofPage,
  id: 'onboarding.get-document',
  method: 'GET',
  path: '/onboarding/documents/{document_id}',
  summary: 'Get a document of the customer, with a new link while the upload is missing',
  params: z.object({ document_id: DocumentId }),
  parts: { upload },
  returns: { status: 200, body: DocumentResource },
  errors: ['document_not_found'],
  permissions: { resources: ['batch', 'get'], documents: ['upload', 'find'] },
});

export const submitOnboarding = route({
  ...ofPage,
  id: 'onboarding.submit',
  method: 'POST',
  path: '/onboarding/submit',
  summary: 'Submit the verification, which completes the link',
  body: EmptyRequest,
  returns: state,
  errors: [
    'action_not_allowed',
    'verification_requirements_due',
    'customer_not_found',
    'document_not_found',
  ],
  permissions: { ...reading, resources: ['batch', 'get', 'put', 'check'], outbox: ['put'] },
  idempotency: 'cached',
});
