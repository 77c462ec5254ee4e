import * as z from 'zod/mini';
import { listOf, ReasonRequest } from '../../core/fields.ts';
import { pageQuery } from '../../core/list-query.ts';
import { action, routeLike } from '../../core/resource-routes.ts';
import { route } from '../../core/route.ts';
import { CustomerId } from '../customers/schema.ts';
import { CustomerFeature, FeatureIdSchema } from '../features/schema.ts';

const params = z.object({ customer_id: CustomerId, feature: FeatureIdSchema });

/**
 * The resources that eligibility depends on: the customer, its activations, its open verification
 * and its documents.
 */
const looking = { 'resources/by_parent': ['query'] } as const;

export const listCustomerFeatures = route({
  id: 'customer-features.list',
  method: 'GET',
  path: '/customers/{customer_id}/features',
  summary: 'List the features of a customer',
  description:
    'Every feature of the catalogue with its eligibility, its status and its open requirements.',
  params: z.object({ customer_id: CustomerId }),
  query: z.strictObject(pageQuery),
  returns: { status: 200, body: listOf(CustomerFeature, 'CustomerFeatureList') },
  errors: ['customer_not_found'],
  permissions: { ...looking, resources: ['batch', 'get'] },
});

export const getCustomerFeature = route({
  id: 'customer-features.get',
  method: 'GET',
  path: '/customers/{customer_id}/features/{feature}',
  summary: 'Get a feature of a customer',
  description: 'Each requirement contains the exact call that meets it. Reading changes nothing.',
  params,
  returns: { status: 200, body: CustomerFeature },
  errors: ['customer_not_found', 'feature_not_found'],
  permissions: { ...looking, resources: ['batch', 'get'] },
});

const acting = { ...action, params, returns: { status: 200, body: CustomerFeature } } as const;

export const activateFeature = routeLike(acting, {
  id: 'customer-features.activate',
  path: '/customers/{customer_id}/features/{feature}/activate',
  summary: 'Activate a feature for a customer',
  description: 'If the feature is active already, nothing changes.',
  body: z
    .strictObject({
      dry_run: z.optional(z.nullable(z.boolean())).check(
        z.meta({
          description:
            'Returns the same response as the activation, errors included, and changes nothing.',
        }),
      ),
    })
    .check(
      z.meta({
        id: 'FeatureActivate',
        description: 'The input to activate a feature; it can be omitted.',
      }),
    ),
  errors: [
    'customer_not_found',
    'feature_not_found',
    'feature_requirements_due',
    'feature_ineligible',
  ],
  permissions: {
    ...looking,
    resources: ['batch', 'get', 'put', 'check'],
    outbox: ['put'],
  },
});

export const deactivateFeature = routeLike(acting, {
  id: 'customer-features.deactivate',
  path: '/customers/{customer_id}/features/{feature}/deactivate',
  summary: 'Deactivate a feature of a customer',
  description: 'If the feature is inactive already, nothing changes.',
  body: ReasonRequest,
  errors: ['customer_not_found', 'feature_not_found'],
  permissions: {
    ...looking,
    resources: ['batch', 'get', 'put'],
    outbox: ['put'],
  },
});
