import * as z from 'zod/mini';
import { listOf } from '../../core/fields.ts';
import { pageQuery } from '../../core/list-query.ts';
import { route } from '../../core/route.ts';
import { FeatureResource } from './schema.ts';

export const listFeatures = route({
  id: 'features.list',
  method: 'GET',
  path: '/features',
  summary: 'List the features of the catalogue',
  description:
    'Each feature with its eligibility rules, such as age and country, and its spending caps.',
  query: z.strictObject(pageQuery),
  returns: { status: 200, body: listOf(FeatureResource, 'FeatureList') },
  permissions: {},
});
