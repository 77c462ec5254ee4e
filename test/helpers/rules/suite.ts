import { randomUUID } from 'node:crypto';
import type { ApiErrorCode } from '../../../functions/core/api-error.ts';
import type { ResourceType } from '../../../functions/core/ids.ts';
import { idsAt } from '../../../functions/core/new-id.ts';
import { makeKey } from '../../../functions/tenants/api-keys/table.ts';
import type { Answer } from '../call.ts';
import type { AnyRoute } from '../examples.ts';
import { administer, aRestrictedKey, aTenant, type Tenant } from '../fixtures/tenants.ts';
import type { Service } from '../service.ts';
import type { Holds } from './every-route.ts';

/** A service whose time stands still. */
type RuledService = Service & { readonly clock: { take(ms: number): void } };

/** The parts that the rules of all routes share. */
export type Suite = {
  readonly service: RuledService;
  readonly tenant: Tenant;
  /** Another business, which has things of its own. */
  readonly stranger: Tenant;
  /** A business whose account is suspended. */
  readonly suspended: Tenant;
  /** Two restricted keys of `tenant`, with one scope each, by that. */
  readonly restricted: Readonly<Record<'accounts:read' | 'cards:reveal', string>>;
  /** Every kind of key that opens no door, by what is wrong with it. */
  readonly badKeys: Readonly<Record<string, string | undefined>>;
};

/** A promise that holds for every route it applies to: says what it demands of one. */
export type Rule = (suite: Suite, route: AnyRoute, holds: Holds) => void;

/** Three businesses and the keys that must not work. */
export const makeSuite = async (service: RuledService): Promise<Suite> => {
  const [tenant, stranger, suspended] = [
    await aTenant(service),
    await aTenant(service),
    await aTenant(service),
  ];
  await administer(service, { command: 'suspend', tenant_id: suspended.tenant_id });
  const restricted = {
    'accounts:read': await aRestrictedKey(tenant, ['accounts:read']),
    'cards:reveal': await aRestrictedKey(tenant, ['cards:reveal']),
  };
  return {
    service,
    tenant,
    stranger,
    suspended,
    restricted,
    badKeys: await keysThatDoNotWork(service, tenant),
  };
};

const keysThatDoNotWork = async (service: Service, { secret_key, public_key }: Tenant) => {
  const [rotated, revoked] = [await aTenant(service), await aTenant(service)];
  await administer(service, { command: 'rotate', tenant_id: rotated.tenant_id, grace_seconds: 0 });
  const { api_keys } = (await administer(service, {
    command: 'rotate',
    tenant_id: revoked.tenant_id,
  })) as Keys;
  const [oldest] = api_keys.filter(({ kind }) => kind === 'secret');
  await administer(service, {
    command: 'revoke',
    tenant_id: revoked.tenant_id,
    key_id: oldest?.id,
  });
  return {
    missing: undefined,
    empty: '',
    malformed: 'let-me-in',
    mistyped: `${secret_key.slice(0, -1)}${secret_key.endsWith('0') ? '1' : '0'}`,
    unknown: makeKey('secret', 'sandbox'),
    public: public_key,
    'of the other environment': makeKey('secret', 'live'),
    expired: rotated.secret_key,
    revoked: revoked.secret_key,
  };
};

type Keys = { readonly api_keys: readonly { readonly id: string; readonly kind: string }[] };

/** An answer without what differs between any two: ids of the request and the time of day. */
export const plain = ({ status, headers, text, body }: Answer) => ({
  status,
  headers: Object.fromEntries(Object.entries(headers).filter(([name]) => !ofOneRequest.has(name))),
  text:
    body?.request_id === undefined
      ? textOf({ text, body })
      : text.replaceAll(body.request_id, '(request id)'),
});

/** The text of an answer without its link, which is a fresh one in each. */
export const textOf = ({ text, body }: Pick<Answer, 'text' | 'body'>): string =>
  body?.upload ? JSON.stringify({ ...body, upload: '(a link)' }) : text;

/**
 * The answer to a repeat of this request is the same bytes. Where the route's answer held a secret,
 * it is the resource as GET shows it, since a secret is shown once.
 */
export const asRepeated = (route: AnyRoute, first: Answer): Answer => {
  if (!('idempotency' in route) || route.idempotency !== 'refreshed') return first;
  const { secret: _, ...shown } = first.body;
  const { url: _address, ...link } = shown;
  const body = shown.object === 'onboarding_link' ? link : shown;
  const text = JSON.stringify(body);
  const length = first.headers['content-length'] && {
    'content-length': String(Buffer.byteLength(text)),
  };
  return { ...first, headers: { ...first.headers, ...length }, text, body };
};

/** An answer without what goes on by itself between two looks: how far a delivery is. */
export const lasting = (answer: Answer): Answer => {
  if (answer.body?.object !== 'delivery') return answer;
  const { id, object, created_at, event_id, event_type, webhook_id, url } = answer.body;
  const body = { id, object, created_at, event_id, event_type, webhook_id, url };
  const { etag: _etag, 'content-length': _length, ...headers } = answer.headers;
  return { ...answer, headers, text: JSON.stringify(body), body };
};

const ofOneRequest = new Set([
  'x-request-id',
  'x-amzn-requestid',
  'x-amz-apigw-id',
  'x-amzn-trace-id',
  'date',
]);

/** Parameters whose ids were never given to anything; what is no id, like the name of a feature, stays. */
export const nobodys = (params: Readonly<Record<string, string>>): Record<string, string> =>
  Object.fromEntries(
    Object.entries(params).map(([name, value]) => {
      const resourceType = /^(\w+)_id$/.exec(name)?.[1];
      if (resourceType === 'request') return [name, randomUUID()];
      return [name, resourceType ? idsAt(new Date())(resourceType as ResourceType) : value];
    }),
  );

/**
 * The codes that a request is rejected with before anything is read; unit/requests.test.ts reaches
 * all of them, for every route.
 */
export const refusedUnread: ReadonlySet<ApiErrorCode> = new Set<ApiErrorCode>([
  'ip_address_not_allowed',
  'account_suspended',
  'insufficient_scope',
  'tenant_mismatch',
  'unsupported_media_type',
  'body_too_large',
  'idempotency_key_required',
  'idempotency_key_invalid',
  'malformed_json',
  'validation_failed',
  'cursor_invalid',
]);
