import * as z from 'zod/mini';
import { listOf } from '../../core/fields.ts';
import { id_suffix } from '../../core/ids.ts';
import { filteredQuery } from '../../core/list-query.ts';
import { route } from '../../core/route.ts';
import { issueOf } from '../../core/validation.ts';
import { LoggedCall, methods, RequestId } from './schema.ts';

const kept =
  'Calls by keys, by people in the dashboard and by onboarding links are kept for 7 days in sandbox and for 30 days in ' +
  'live. They appear within seconds of the response, without bodies and query. A call whose key is not valid, or could not be checked, is nobody’s.';

const idLike = (description: string) =>
  z
    .string()
    .check(
      z.regex(
        new RegExp(`^[a-z]{2,5}_${id_suffix}$`),
        'Must be an id, such as cus_01jd5fq7k9e8xv3m2n4p6r8t0w.',
      ),
      z.meta({ description }),
    );

/** The path of a route begins with the version in the reference of other tools, and never in ours. */
const withoutVersion = (path: string): string => path.replace(/^\/v1(?=\/)/, '');

const holdsId = new RegExp(`/[a-z]{2,5}_${id_suffix}(/|$)`);
const notAPath =
  'Must be a path as the reference writes it, such as /customers/{customer_id}; filter by resource_id for an id.';

export const listRequests = route({
  id: 'requests.list',
  method: 'GET',
  path: '/requests',
  summary: 'List requests, newest first',
  description: kept,
  query: z.strictObject({
    ...filteredQuery(),
    status_class: z.optional(
      z
        .enum(['2xx', '3xx', '4xx', '5xx'])
        .check(z.meta({ id: 'StatusClass', description: 'The first digit of the status.' })),
    ),
    method: z.optional(
      z.enum(methods).check(z.meta({ id: 'RequestMethod', description: 'The method.' })),
    ),
    route: z.optional(
      z.string().check(
        z.maxLength(200),
        z.regex(/^\/[a-z0-9_{}/-]*$/, notAPath),
        z.overwrite(withoutVersion),
        z.check(({ value, issues }) => {
          if (holdsId.test(value)) issues.push(issueOf('invalid_format', value, notAPath));
        }),
        z.meta({
          description:
            'The path as the reference writes it, with or without `/v1`, and with names in place of ids.',
          examples: ['/customers/{customer_id}'],
        }),
      ),
    ),
    actor_id: z.optional(idLike('Calls by one key, person or onboarding link.')),
    resource_id: z.optional(idLike('Calls about one resource.')),
  }),
  returns: { status: 200, body: listOf(LoggedCall, 'RequestList') },
  permissions: { requests: ['batch'], 'requests/by_tenant': ['query'] },
});

export const getRequest = route({
  id: 'requests.get',
  method: 'GET',
  path: '/requests/{request_id}',
  summary: 'Get a request by its id',
  description: kept,
  params: z.object({ request_id: RequestId }),
  returns: { status: 200, body: LoggedCall },
  errors: ['request_not_found'],
  permissions: { requests: ['get'] },
});
