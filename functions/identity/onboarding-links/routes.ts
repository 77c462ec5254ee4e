import * as z from 'zod/mini';
import { EmptyRequest } from '../../core/fields.ts';
import { datedQuery } from '../../core/list-query.ts';
import { routesOf } from '../../core/resource-routes.ts';
import { CustomerId } from '../customers/schema.ts';
import { CreatedOnboardingLink, OnboardingLinkCreate, OnboardingLinkResource } from './schema.ts';

const ofCustomer = z.object({ customer_id: CustomerId });
const onboardingLink = routesOf('onboarding_link', OnboardingLinkResource);

export const createOnboardingLink = onboardingLink.create({
  path: '/customers/{customer_id}/onboarding-links',
  summary: 'Create a link by which a customer completes its verification',
  description:
    'Send the customer to `url`, which is shown this once. The page asks for what is missing, takes the documents and submits the verification; then the link is `completed` and `customer.onboarding_completed` is emitted. It asks a business for its persons and their documents too.',
  params: ofCustomer,
  body: OnboardingLinkCreate,
  returns: { status: 201, body: CreatedOnboardingLink },
  errors: ['customer_not_found', 'action_not_allowed', 'onboarding_not_possible'],
  permissions: {
    resources: ['batch', 'get', 'put', 'check'],
    'resources/by_parent': ['query'],
    access: ['put'],
    outbox: ['put'],
    settings: ['webhookTargets', 'onboardingPage'],
  },
  idempotency: 'refreshed',
  retry: 'reads_record_first',
});

export const listOnboardingLinks = onboardingLink.list({
  path: '/customers/{customer_id}/onboarding-links',
  summary: 'List the onboarding links of a customer, newest first',
  description: 'Each with its status, without its `url`. Revoke an active one by its id.',
  params: ofCustomer,
  query: z.strictObject(datedQuery),
  errors: ['customer_not_found'],
  permissions: { resources: ['get', 'batch'], 'resources/by_parent': ['query'] },
});

export const getOnboardingLink = onboardingLink.get({
  summary: 'Get an onboarding link',
  description: 'With its status, without its `url`. A completed link names the verification.',
  permissions: { resources: ['get'] },
});

export const revokeOnboardingLink = onboardingLink.action('revoke', {
  summary: 'Revoke an active onboarding link',
  description: 'Final. Nothing can be read or changed by the link any more.',
  body: EmptyRequest,
  permissions: { resources: ['batch', 'put'], access: ['update'], outbox: ['put'] },
});
