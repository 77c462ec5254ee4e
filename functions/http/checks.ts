import type { APIGatewayProxyEvent } from 'aws-lambda';
import { idempotencyKeyPattern } from '../contract/idempotency-keys.ts';
import type { Route } from '../contract/route.ts';
import { Failure } from '../domain/failure.ts';
import { type Caller, headerOf } from './caller.ts';

/** Larger bodies are refused (product.md, Content-Type); API Gateway itself would take 10 MB. */
const bodyBytesMax = 262_144;

/** 403 for an account that is suspended. */
export const checkAccount = (caller: Caller) => {
  if (caller.account_status === 'suspended') throw new Failure('account_suspended');
};

/** 403 for a business identifier that is not the key's. */
export const checkTenant = (event: APIGatewayProxyEvent, caller: Caller) => {
  const claimed = headerOf(event, 'x-tenant-id');
  if (claimed !== undefined && claimed !== caller.tenant_id) throw new Failure('tenant_mismatch');
};

/** 415 for a body that is not said to be JSON. No body needs no type. */
export const checkMediaType = (event: APIGatewayProxyEvent, route: Route) => {
  if (!takesBody(route) || !event.body) return;
  const type = headerOf(event, 'content-type')?.split(';')[0]?.trim().toLowerCase();
  const patch = route.method === 'PATCH' && type === 'application/merge-patch+json';
  if (type !== 'application/json' && !patch) throw new Failure('unsupported_media_type');
};

/** 413 for a body over the limit, measured in bytes. */
export const checkSize = (event: APIGatewayProxyEvent) => {
  const bytes = Buffer.byteLength(event.body ?? '', event.isBase64Encoded ? 'base64' : 'utf8');
  if (bytes > bodyBytesMax) throw new Failure('body_too_large');
};

/** The Idempotency-Key of a POST, or the refusal; undefined for the other methods, which need none. */
export const checkedIdempotencyKey = (event: APIGatewayProxyEvent, route: Route): string | undefined => {
  if (route.method !== 'POST') return undefined;
  const key = headerOf(event, 'idempotency-key');
  if (key === undefined || key === '') throw new Failure('idempotency_key_required');
  if (!idempotencyKeyPattern.test(key)) throw new Failure('idempotency_key_invalid');
  return key;
};

/** Whether a route reads its body. */
export const takesBody = (route: Route) => route.method === 'POST' || route.method === 'PATCH';
