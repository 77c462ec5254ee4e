import { routeTable } from 'virtual:route-table';
import { clientOf } from '../../../client/src/client.ts';
import type { OwnKey, RoutesClient } from '../../../client/src/routes-client.ts';
import type { everyRoute } from '../../../functions/routes.ts';
import type { SignIn } from '../session/sign-in.ts';

type EveryRoute = typeof everyRoute;

/** The name of a route, as `cards.freeze`. */
export type RouteId = EveryRoute[number]['id'];

/** The dashboard's way to the API of one environment: every route, typed by the contract. Calls are repeated above it, under
 * one key of the person's submission. */
export type Api = RoutesClient<EveryRoute, OwnKey>;

/** What a call of the client gives in its body. */
export type BodyOf<Call extends (input: never) => Promise<{ readonly body: unknown }>> = Awaited<
  ReturnType<Call>
>['body'];

/** The filters that a list knows. */
export type FiltersOf<List> = List extends (input?: infer Input) => unknown
  ? Omit<NonNullable<NonNullable<Input & { readonly query?: unknown }>['query']>, 'limit' | 'cursor'>
  : never;

/** The resources of the API, as its client types them. */
export type Customer = BodyOf<Api['customers']['get']>;
export type Agreement = BodyOf<Api['agreements']['get']>;
export type Person = BodyOf<Api['persons']['get']>;
export type Document = BodyOf<Api['documents']['get']>;
export type Verification = BodyOf<Api['verifications']['get']>;
export type Screening = BodyOf<Api['screenings']['get']>;
export type CustomerFeature = BodyOf<Api['customerFeatures']['get']>;
export type Card = BodyOf<Api['cards']['get']>;
export type CardLimit = BodyOf<Api['cards']['listLimits']>['data'][number];
export type Authorization = BodyOf<Api['authorizations']['get']>;
export type Webhook = BodyOf<Api['webhooks']['get']>;
export type Delivery = BodyOf<Api['deliveries']['list']>['data'][number];
export type DeliveryWithAttempts = BodyOf<Api['deliveries']['get']>;
export type Attempt = DeliveryWithAttempts['attempts'][number];
export type Recovery = BodyOf<Api['recoveries']['get']>;
export type Event = BodyOf<Api['events']['list']>['data'][number];
export type EventWithDeliveries = BodyOf<Api['events']['get']>;
export type LoggedRequest = BodyOf<Api['requests']['get']>;
export type Requirements = Verification['requirements'];
export type Requirement = Requirements['currently_due'][number];
export type ResolvingCall = NonNullable<Requirement['resolve_with']>;
export type ApiKey = BodyOf<Api['apiKeys']['list']>['data'][number];
export type Overview = BodyOf<Api['overview']['get']>;
export type Operator = BodyOf<Api['operators']['get']>;

/** A client of one environment. An expired token is renewed once; where that fails, the pages say that the sign-in has ended. */
export const createApi = (base: string, signIn: SignIn, origin: string): Api => {
  const send: typeof fetch = async (input, init) => {
    const first = await fetch(input, authorized(init, signIn));
    if (first.status !== 401) return first;
    if (await signIn.renew()) {
      const second = await fetch(input, authorized(init, signIn));
      if (second.status !== 401) return second;
    }
    signIn.reject();
    return first;
  };
  const baseUrl = new URL(base, origin).href;
  const authorization = () => `Bearer ${signIn.token()}`;
  return clientOf<Api>(routeTable, { baseUrl, authorization, fetch: send, retries: 0 });
};

/** The token at the moment of sending: another one after a renewal. */
const authorized = (init: RequestInit | undefined, signIn: SignIn): RequestInit => {
  const headers = new Headers(init?.headers);
  headers.set('authorization', `Bearer ${signIn.token()}`);
  return { ...init, headers, credentials: 'omit', redirect: 'error' };
};
