import { routeTable } from 'virtual:route-table';
import { camel, clientOf } from '../../../client/src/client.ts';
import type {
  CallInput,
  OwnKey,
  Returned,
  RoutesClient,
} from '../../../client/src/routes-client.ts';
import type { everyRoute } from '../../../functions/app/routes.ts';
import type { SignIn } from '../session/sign-in.ts';

type EveryRoute = typeof everyRoute;

/** The name of a route, as `cards.freeze`. */
export type RouteId = EveryRoute[number]['id'];

/** The dashboard's way to the API of one environment: every route, typed by the contract. Calls are repeated above it, under
 * one key of the person's submission. */
export type Api = RoutesClient<EveryRoute, OwnKey>;

/** By the id of each route; a table is looked up, where a conditional type would be computed over all routes. */
type Routes = { readonly [R in EveryRoute[number] as R['id']]: R };
type Calls = { readonly [Id in RouteId]: CallInput<Routes[Id], Record<never, never>> };
type Answers = { readonly [Id in RouteId]: Returned<Routes[Id]> };

/** The arguments of a call of a route, without its Idempotency-Key. */
export type CallOf<Id extends RouteId> = Calls[Id];

/** The body that a call of a route takes. */
export type InputOf<Id extends RouteId> = Calls[Id] extends { body?: infer Body }
  ? NonNullable<Body>
  : never;

/** The body that a route answers with. */
export type AnswerOf<Id extends RouteId> = Answers[Id];

/** A page of a list, as every list of the API answers. */
export type ListBody<Item> = {
  readonly data: readonly Item[];
  readonly has_more: boolean;
  readonly next_cursor: string | null;
  /** How many items the page lacks because the service cannot read them. */
  readonly unreadable?: number;
};

/** One item of a list. */
export type ItemOf<Id extends RouteId> = Answers[Id] extends { data: readonly (infer Item)[] }
  ? Item
  : never;

/** Calls a route by its id, with its parts, its key and its signal. */
export const callRoute = <Body>(
  api: Api,
  id: RouteId,
  call: object,
): Promise<{ readonly body: Body }> => {
  const [resource = '', verb = ''] = id.split('.').map(camel);
  return (api as unknown as Methods)[resource]?.[verb]?.(call) as Promise<{ readonly body: Body }>;
};

type Methods = Readonly<Record<string, Readonly<Record<string, (call: object) => unknown>>>>;

/** The resources of the API, as its client types them. */
export type Customer = AnswerOf<'customers.get'>;
export type Person = AnswerOf<'persons.get'>;
export type Document = AnswerOf<'documents.get'>;
export type Verification = AnswerOf<'verifications.get'>;
export type Screening = AnswerOf<'screenings.get'>;
export type CustomerFeature = AnswerOf<'customer-features.get'>;
export type Card = AnswerOf<'cards.get'>;
export type CardLimit = ItemOf<'cards.list-limits'>;
export type Authorization = AnswerOf<'authorizations.get'>;
export type CardToken = AnswerOf<'card-tokens.get'>;
export type Transaction = AnswerOf<'transactions.get'>;
export type AuthorizationEndpoint = AnswerOf<'authorization-endpoints.get'>;
export type Webhook = AnswerOf<'webhooks.get'>;
export type Delivery = ItemOf<'deliveries.list'>;
export type DeliveryWithAttempts = AnswerOf<'deliveries.get'>;
export type Attempt = DeliveryWithAttempts['attempts'][number];
export type WebhookStatistics = AnswerOf<'webhooks.get-statistics'>;
export type Recovery = AnswerOf<'recoveries.get'>;
export type Event = ItemOf<'events.list'>;
export type EventWithDeliveries = AnswerOf<'events.get'>;
export type LoggedRequest = AnswerOf<'requests.get'>;
export type Requirements = Verification['requirements'];
export type Requirement = Requirements['currently_due'][number];
export type ResolvingCall = NonNullable<Requirement['resolve_with']>;
export type ApiKey = ItemOf<'api-keys.list'>;
export type Overview = AnswerOf<'overview.get'>;
export type Figures = AnswerOf<'overview.get-figures'>;
export type Operator = AnswerOf<'operators.get'>;

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
