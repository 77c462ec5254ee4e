import * as z from 'zod/mini';
import { route } from '../route.ts';

const Document = z
  .looseObject({ openapi: z.string().check(z.meta({ description: 'The version of OpenAPI.' })) })
  .check(z.meta({ id: 'OpenapiDocument', description: 'An OpenAPI document.' }));

export const getOpenapi = route({
  id: 'openapi.get',
  method: 'GET',
  path: '/openapi.json',
  summary: 'Get this document',
  description:
    'OpenAPI 3.1, printed from the declarations that the service runs. This is the only route that needs no key.',
  returns: { status: 200, body: Document },
  permissions: {},
  public: true,
  // It changes with a deployment: a conditional request of a cache is answered in a few bytes.
  kept_seconds: 3600,
});
