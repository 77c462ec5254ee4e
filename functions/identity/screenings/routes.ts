import * as z from 'zod/mini';
import { filteredQuery } from '../../core/list-query.ts';
import { reviewers, routesOf } from '../../core/resource-routes.ts';
import { CustomerId } from '../customers/schema.ts';
import { ScreeningDecision, ScreeningResource } from './schema.ts';

const screening = routesOf('screening', ScreeningResource);

export const listScreenings = screening.list({
  summary: 'List screenings, newest first',
  description: 'Those of all customers, or of one, by status.',
  query: z.strictObject({
    ...filteredQuery(),
    customer_id: z.optional(CustomerId),
    status: z.optional(ScreeningResource.shape.status),
  }),
  permissions: {
    resources: ['query', 'batch'],
    'resources/by_parent': ['query'],
    'resources/by_status': ['query'],
  },
});

export const getScreening = screening.get({
  summary: 'Get a screening with its matches',
  description:
    'A customer, and of a business each person it is known by, is screened before a verification is decided. A match never rejects anybody, and a name that cannot be compared clears nobody: an operator clears or confirms each in the dashboard.',
  permissions: { resources: ['get'] },
});

/** A person decides about what they looked at: once it is another version, they look again. */
const review = {
  reachable: ['dashboard'],
  roles: reviewers,
  ifMatch: 'required',
  body: ScreeningDecision,
} as const;

export const clearMatch = screening.action('clear', {
  ...review,
  summary: 'Clear a finding: the lists have nobody who is this subject',
  description:
    'An entry stays cleared for this subject, a name that cannot be compared until it changes.',
  permissions: { outbox: ['put'], resources: ['batch', 'put'] },
});

export const confirmMatch = screening.action('confirm', {
  ...review,
  summary: 'Confirm a finding: a list has this subject',
  description: 'Suspends the customer.',
  permissions: { outbox: ['put'], resources: ['batch', 'put', 'check'] },
});
