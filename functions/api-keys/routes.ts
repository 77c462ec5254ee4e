import * as z from 'zod/mini';
import { listOf } from '../fields.ts';
import { pageQuery } from '../list-query.ts';
import { idOf } from '../resource.ts';
import { route } from '../route.ts';
import { builders } from '../route-access.ts';
import { GraceSeconds, ListedApiKey, RestrictedKey, RestrictedKeyCreate, RotatedKeys } from './schema.ts';

/** What a change of an account's keys writes besides the keys: the account, and what is told of it. */
const changing = { outbox: ['put'], idempotency: ['batch', 'get', 'put'] } as const;

export const listApiKeys = route({
  id: 'api-keys.list',
  method: 'GET',
  path: '/api-keys',
  summary: 'List the keys of your account, newest first',
  description: 'With those that no longer work, as far as the 50 newest keys go back.',
  query: z.strictObject(pageQuery),
  returns: { status: 200, body: listOf(ListedApiKey, 'ApiKeyList') },
  errors: ['account_not_found'],
  permissions: { cursorKey: ['mac'], resources: ['get'], access: ['batch'] },
  reachable: ['dashboard'],
});

export const getApiKey = route({
  id: 'api-keys.get',
  method: 'GET',
  path: '/api-keys/{api_key_id}',
  summary: 'Get a key',
  description: 'Without what opens the door.',
  params: z.object({ api_key_id: idOf('api_key', 'key') }),
  returns: { status: 200, body: ListedApiKey },
  errors: ['account_not_found', 'api_key_not_found'],
  permissions: { resources: ['get'], access: ['batch'] },
  reachable: ['dashboard'],
});

export const createApiKey = route({
  id: 'api-keys.create',
  method: 'POST',
  path: '/api-keys',
  summary: 'Make a restricted key',
  description:
    'It opens the routes that its scopes name, from the addresses of its allow-list, until it ends. It is shown this once, ' +
    'and works at once. At most 16 are in use at a time.',
  body: RestrictedKeyCreate,
  returns: { status: 201, body: RestrictedKey },
  errors: ['account_not_found', 'api_key_not_found', 'api_key_limit_reached'],
  permissions: {
    ...changing,
    access: ['batch', 'put', 'update'],
    resources: ['batch', 'get', 'put', 'update'],
  },
  reachable: ['dashboard'],
  roles: builders,
  idempotency: 'refreshed',
  retry: 'reads_record_first',
});

export const rotateApiKeys = route({
  id: 'api-keys.rotate',
  method: 'POST',
  path: '/api-keys/rotate',
  summary: 'Make a new pair of keys, and end the old one after a grace period',
  description:
    'The new Secret Key is shown this once, and works at once. The old pair works until its grace ends. Restricted keys go on.',
  body: z.strictObject({ grace_seconds: GraceSeconds }),
  returns: { status: 201, body: RotatedKeys },
  errors: ['account_not_found'],
  permissions: {
    ...changing,
    access: ['batch', 'put', 'update'],
    resources: ['batch', 'get', 'put', 'update'],
  },
  reachable: ['dashboard'],
  roles: builders,
  idempotency: 'refreshed',
  retry: 'reads_record_first',
});

export const revokeApiKey = route({
  id: 'api-keys.revoke',
  method: 'POST',
  path: '/api-keys/{api_key_id}/revoke',
  summary: 'End a key at once',
  description: 'What was said of it before is remembered for at most 60 seconds.',
  params: z.object({ api_key_id: idOf('api_key', 'key') }),
  body: z.strictObject({}),
  returns: { status: 200, body: ListedApiKey },
  errors: ['account_not_found', 'api_key_not_found'],
  permissions: { ...changing, access: ['batch', 'update'], resources: ['batch', 'put', 'update'] },
  reachable: ['dashboard'],
  roles: builders,
  idempotency: 'cached',
  retry: 'reads_record_first',
});
