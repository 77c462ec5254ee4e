import { everyRoute } from '../../functions/app/routes.ts';
import type { Route } from '../../functions/core/route.ts';
import { customerId } from './api-event.ts';
import type { Answer, Call } from './call.ts';
import { accountCases, apiKeyCases, overviewCases, referenceCases } from './cases/accounts.ts';
import { agreementCases } from './cases/agreements.ts';
import { authorizationEndpointCases } from './cases/authorization-endpoints.ts';
import {
  authorizationCases,
  cardSimulationCases,
  transactionCases,
} from './cases/authorizations.ts';
import { cardTokenCases } from './cases/card-tokens.ts';
import { cardPinCases, cardTransitionCases } from './cases/card-transitions.ts';
import { cardCases } from './cases/cards.ts';
import type { Case, Said } from './cases/case.ts';
import { clockCases } from './cases/clock.ts';
import { customerCases, customerTransitionCases } from './cases/customers.ts';
import { deliveryCases } from './cases/deliveries.ts';
import { documentCases } from './cases/documents.ts';
import { eventCases } from './cases/events.ts';
import { featureCases } from './cases/features.ts';
import { onboardingCases, onboardingLinkCases } from './cases/onboarding.ts';
import { personCases } from './cases/persons.ts';
import { rejections, rejectionsOfTheMoment } from './cases/rejections.ts';
import { reviewCases, simulatedDecisionCases } from './cases/reviews.ts';
import { screeningCases } from './cases/screenings.ts';
import { verificationCases, verificationReadCases } from './cases/verifications.ts';
import { webhookCases, webhookTransitionCases } from './cases/webhooks.ts';
import { aForgedCursor, isPaged } from './cursor-keys.ts';
import { pathOf } from './examples.ts';
import { pageCallerOf } from './fixtures/onboarding.ts';
import type { Tenant } from './fixtures/tenants.ts';

export type RouteId = Exclude<(typeof everyRoute)[number], { liveOnly: true }>['id'];

/** Cases of every route of the sandbox: one that is missing does not compile. Together they need every grant that the route's function has. */
export const routeCases: Readonly<Record<RouteId, readonly Case[]>> = {
  ...accountCases,
  ...apiKeyCases,
  ...overviewCases,
  ...agreementCases,
  ...authorizationEndpointCases,
  ...authorizationCases,
  ...cardCases,
  ...cardTransitionCases,
  ...cardPinCases,
  ...cardSimulationCases,
  ...transactionCases,
  ...cardTokenCases,
  ...clockCases,
  ...customerCases,
  ...customerTransitionCases,
  ...deliveryCases,
  ...documentCases,
  ...eventCases,
  ...featureCases,
  ...onboardingCases,
  ...onboardingLinkCases,
  ...personCases,
  ...referenceCases,
  ...screeningCases,
  ...simulatedDecisionCases,
  ...verificationCases,
  ...verificationReadCases,
  ...reviewCases,
  ...webhookCases,
  ...webhookTransitionCases,
};

/** Every case with its route, for tests that are generated. */
export const allCases: readonly { readonly route: Route; readonly it: Case }[] = everyRoute.flatMap(
  (route) => ('liveOnly' in route ? [] : casesOf(route).map((it) => ({ route, it }))),
);

/** Every case of a route. */
export function casesOf(route: Route): readonly Case[] {
  const [own, rejected]: Readonly<Record<string, readonly Case[]>>[] = [routeCases, rejections];
  return [...(own?.[route.id] ?? []), ...(rejected?.[route.id] ?? []), ...casesOfLists(route)];
}

/** Cases that cannot be arranged ahead of their call. */
export const ofTheMoment = ({ id }: Route): readonly Case[] =>
  (rejectionsOfTheMoment as Readonly<Record<string, readonly Case[]>>)[id] ?? [];

/** A cursor that this service did not make ends before any table is asked. */
function casesOfLists(route: Route): Case[] {
  if (!isPaged(route)) return [];
  const arrange = () => ({
    params: {
      card_id: 'card_01h455vb4pex5vsknk084sn02q',
      customer_id: customerId,
      delivery_id: 'dlv_01h455vb4pex5vsknk084sn02q',
    },
    query: [...(neededBy[route.id] ?? []), ['cursor', aForgedCursor()] as const],
  });
  return [{ name: 'with a forged cursor', arrange, status: 400, asks: ['GenerateMac'] }];
}

/** The query that a list does not do without. */
const neededBy: Readonly<Record<string, NonNullable<Call['query']>>> = {
  'idempotency-keys.list': [['key', 'key']],
};

/** Every single call to AWS of a case; those at once in the order of their names. */
export const callsOf = ({ asks }: Pick<Case, 'asks'>): string[] =>
  asks.flatMap((each) => each.split(' + '));

/** The whole call of a case. */
export const callFor = (
  route: Pick<Route, 'method' | 'path'>,
  { params = {}, ...said }: Said,
): Call => ({
  ...said,
  method: route.method,
  path: pathOf(route, params),
});

/** Makes the call of a case: over the API, or as the dashboard or the onboarding page does where only that leads to the route. */
export const ask = (
  { call, operate, baseUrl }: Pick<Tenant, 'call' | 'operate' | 'baseUrl'>,
  route: Route,
  said: Said,
): Promise<Answer> => {
  if (route.scope === 'onboarding') return pageCallerOf(baseUrl, '')(callFor(route, said));
  return route.reachable.includes('api') ? call(callFor(route, said)) : operate(route, said);
};
