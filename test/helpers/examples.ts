import { randomUUID } from 'node:crypto';
import type { CallInput } from '../../client/src/routes-client.ts';
import type { routes } from '../../functions/app/routes.ts';
import type { Call } from './call.ts';
import { agreementExamples } from './examples/agreements.ts';
import { authorizationEndpointExamples } from './examples/authorization-endpoints.ts';
import { cardExamples } from './examples/cards.ts';
import {
  documentExamples,
  featureExamples,
  personExamples,
  verificationExamples,
} from './examples/customers.ts';
import { eventExamples, webhookExamples } from './examples/events.ts';
import { screeningExamples } from './examples/screenings.ts';
import { aCustomer, aStoredCustomer, individual } from './fixtures/customers.ts';
import { aCompletePersonStored, anOnboardingLink, linkBody } from './fixtures/onboarding.ts';
import type { Tenant } from './fixtures/tenants.ts';

/** Every route by its own type. */
export type AnyRoute = (typeof routes)[number];

/**
 * The members of a valid request of a route. For a POST they include another valid body, which the
 * same key must not take, where the body has fields at all.
 */
type Example<R extends AnyRoute> = Pick<CallInput<R>, 'params' | 'query' | 'body'> &
  (R['method'] extends 'POST' ? OtherBody<CallInput<R>['body']> : unknown);

type OtherBody<Body> = [Body] extends [Record<string, never> | undefined]
  ? unknown
  : { otherBody: Body };

type Examples = { readonly [R in AnyRoute as R['id']]: (tenant: Tenant) => Promise<Example<R>> };

const aPerson = individual as (
  fields: object,
) => CallInput<Extract<AnyRoute, { id: 'customers.create' }>>['body'];

const acting = (status: 'active' | 'suspended') => async (tenant: Tenant) => ({
  params: { customer_id: (await aStoredCustomer(tenant, undefined, { status })).id },
  body: { reason: 'As the customer asked' },
  otherBody: { reason: 'As the police asked' },
});

/**
 * A request of each route that succeeds, made for one business: what it needs is created first, and every filter names
 * something that the business has. A route without an example does not compile.
 */
const examples: Examples = {
  'accounts.list': async () => ({}),
  'accounts.get': async ({ account_id }) => ({ params: { account_id } }),
  'customers.create': async () => ({
    body: aPerson({}),
    otherBody: aPerson({ last_name: 'King' }),
  }),
  'customers.list': async (tenant) => {
    const mine = { email: `${randomUUID()}@example.com`, external_id: randomUUID() };
    await aCustomer(tenant, individual(mine));
    return {
      query: {
        ...mine,
        name: 'ad',
        status: 'active',
        limit: 10,
        created_after: '2026-01-01T00:00:00Z',
      },
    };
  },
  'customers.get': async (tenant) => ({
    params: { customer_id: (await aStoredCustomer(tenant)).id },
  }),
  'customers.update': async (tenant) => ({
    params: { customer_id: (await aStoredCustomer(tenant)).id },
    body: { phone: null, metadata: { order_id: 'A-1002' } },
  }),
  'customers.suspend': acting('active'),
  'customers.reactivate': acting('suspended'),
  'customers.close': acting('active'),
  'customers.redact': async (tenant) => ({
    params: { customer_id: (await aStoredCustomer(tenant, undefined, { status: 'closed' })).id },
  }),
  'idempotency-keys.list': async (tenant) => {
    const key = randomUUID();
    await tenant.call({
      method: 'POST',
      path: '/customers',
      headers: { 'idempotency-key': key },
      body: individual({}),
    });
    return { query: { key } };
  },
  'onboarding-links.create': async (tenant) => ({
    params: { customer_id: (await aCompletePersonStored(tenant)).id },
    body: linkBody({ brand_color: '#1a56db', level: 'enhanced', expires_in_seconds: 3600 }) as {
      return_url: string;
    },
    otherBody: { return_url: 'https://shop.example.com/elsewhere' },
  }),
  'onboarding-links.list': async (tenant) => ({
    params: { customer_id: (await anOnboardingLink(tenant)).customer_id },
    query: { limit: 10, created_after: '2026-01-01T00:00:00Z' },
  }),
  'onboarding-links.get': async (tenant) => ({
    params: { onboarding_link_id: (await anOnboardingLink(tenant)).id },
  }),
  'onboarding-links.revoke': async (tenant) => ({
    params: { onboarding_link_id: (await anOnboardingLink(tenant)).id },
    body: {},
  }),
  'openapi.get': async () => ({}),
  'openapi.llms': async () => ({}),
  'openapi.page': async () => ({ params: { page: 'cards.md' } }),
  'openapi.error': async () => ({ params: { code: 'version_mismatch' } }),
  'simulations.scenarios': async () => ({ query: { limit: 5 } }),
  ...agreementExamples,
  ...authorizationEndpointExamples,
  ...cardExamples,
  ...documentExamples,
  ...eventExamples,
  ...featureExamples,
  ...personExamples,
  ...screeningExamples,
  ...verificationExamples,
  ...webhookExamples,
};

/** A call that succeeds, its other body where it is a POST, and the parameters of its path. */
export type Valid = Call & {
  readonly params: Readonly<Record<string, string>>;
  readonly otherBody?: unknown;
};

/** A valid call of a route by a business; each is fresh, so that each can succeed. */
export const validCall = async (route: AnyRoute, tenant: Tenant): Promise<Valid> => {
  const make: (tenant: Tenant) => Promise<Parts> = examples[route.id];
  const { params = {}, query = {}, ...bodies } = await make(tenant);
  return {
    method: route.method,
    path: pathOf(route, params),
    query: Object.entries(query).map(([name, value]) => [name, String(value)]),
    params,
    ...bodies,
  };
};

type Parts = {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: object;
  readonly body?: unknown;
  readonly otherBody?: unknown;
};

/** A route's path with these parameters. */
export const pathOf = (
  { path }: { readonly path: string },
  params: Readonly<Record<string, string>>,
): string => path.replaceAll(/\{(\w+)\}/g, (_, name: string) => params[name] ?? '');
