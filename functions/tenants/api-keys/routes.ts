import * as z from 'zod/mini';
import { EmptyRequest } from '../../core/fields.ts';
import { pageQuery } from '../../core/list-query.ts';
import { idOf } from '../../core/resource.ts';
import { owners, routesOf } from '../../core/resource-routes.ts';
import { route } from '../../core/route.ts';
import {
  GraceSeconds,
  ListedApiKey,
  RestrictedKey,
  RestrictedKeyCreate,
  RotatedKeys,
} from './schema.ts';

const apiKey = routesOf('api_key', ListedApiKey, idOf('api_key', 'key'));

export const listApiKeys = apiKey.list({
  summary: 'List the keys of your account, newest first',
  description: 'With those that no longer work, as far as the 50 newest keys go back.',
  query: z.strictObject(pageQuery),
  errors: ['account_not_found'],
  permissions: { resources: ['get'], access: ['batch'] },
  reachable: ['dashboard'],
});

export const getApiKey = apiKey.get({
  summary: 'Get a key',
  description: 'Without its secret.',
  errors: ['account_not_found', 'api_key_not_found'],
  permissions: { resources: ['get'], access: ['batch'] },
  reachable: ['dashboard'],
});

export const createApiKey = apiKey.create({
  summary: 'Make a restricted key',
  description:
    'It opens the routes that its scopes name, from the addresses of its allow-list, until it ends. It is shown this once, ' +
    'and works at once. At most 16 are in use at a time.',
  body: RestrictedKeyCreate,
  returns: { status: 201, body: RestrictedKey },
  errors: ['account_not_found', 'api_key_not_found', 'api_key_limit_reached'],
  permissions: {
    outbox: ['put'],
    access: ['batch', 'put', 'update'],
    resources: ['batch', 'get', 'put', 'update'],
  },
  reachable: ['dashboard'],
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
    outbox: ['put'],
    access: ['batch', 'put', 'update'],
    resources: ['batch', 'get', 'put', 'update'],
  },
  reachable: ['dashboard'],
  // A Secret Key may do everything, so only a person who may do everything creates one.
  roles: owners,
  idempotency: 'refreshed',
  retry: 'reads_record_first',
});

export const revokeApiKey = apiKey.action('revoke', {
  summary: 'End a key at once',
  description: 'A cached authorization can still accept it for at most 60 seconds.',
  body: EmptyRequest,
  errors: ['account_not_found', 'api_key_not_found'],
  permissions: {
    outbox: ['put'],
    access: ['batch', 'update'],
    resources: ['batch', 'put', 'update'],
  },
  reachable: ['dashboard'],
});
