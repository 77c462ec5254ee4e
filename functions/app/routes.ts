import * as deliveries from '../delivery/deliveries/routes.ts';
import * as eventTypes from '../delivery/event-types/routes.ts';
import * as events from '../delivery/events/routes.ts';
import * as recoveries from '../delivery/recoveries/routes.ts';
import * as webhookDelivery from '../delivery/webhooks/delivery-routes.ts';
import * as webhooks from '../delivery/webhooks/routes.ts';
import * as agreements from '../identity/agreements/routes.ts';
import * as customerFeatures from '../identity/customer-features/routes.ts';
import * as customers from '../identity/customers/routes.ts';
import * as timeline from '../identity/customers/timeline-routes.ts';
import * as documents from '../identity/documents/routes.ts';
import * as features from '../identity/features/routes.ts';
import * as onboarding from '../identity/onboarding/routes.ts';
import * as onboardingLinks from '../identity/onboarding-links/routes.ts';
import * as persons from '../identity/persons/routes.ts';
import * as screenings from '../identity/screenings/routes.ts';
import * as verifications from '../identity/verifications/routes.ts';
import * as authorizationEndpoints from '../issuing/authorization-endpoints/routes.ts';
import * as authorizations from '../issuing/authorizations/routes.ts';
import * as cardPins from '../issuing/card-pins/routes.ts';
import * as cardTokens from '../issuing/card-tokens/routes.ts';
import * as cardLists from '../issuing/cards/list-routes.ts';
import * as cardReveal from '../issuing/cards/reveal-routes.ts';
import * as cards from '../issuing/cards/routes.ts';
import * as transactions from '../issuing/transactions/routes.ts';
import * as accounts from '../tenants/accounts/routes.ts';
import * as apiKeys from '../tenants/api-keys/routes.ts';
import * as idempotencyKeys from '../tenants/idempotency-keys/routes.ts';
import * as operators from '../tenants/operators/routes.ts';
import * as requests from '../tenants/requests/routes.ts';
import { resources } from './areas.ts';
import * as openapi from './openapi/routes.ts';
import * as overview from './overview/routes.ts';
import * as authorizationSimulations from './simulations/authorization-routes.ts';
import * as identitySimulations from './simulations/identity-routes.ts';
import * as simulations from './simulations/routes.ts';

/** The files that declare routes. Each route that one of them exports is a route of the API. */
const declarations = [
  accounts,
  agreements,
  apiKeys,
  authorizationEndpoints,
  authorizationSimulations,
  authorizations,
  cardLists,
  cardPins,
  cardReveal,
  cardTokens,
  cards,
  customerFeatures,
  customers,
  deliveries,
  documents,
  eventTypes,
  events,
  features,
  idempotencyKeys,
  identitySimulations,
  onboarding,
  onboardingLinks,
  openapi,
  operators,
  overview,
  persons,
  recoveries,
  requests,
  screenings,
  simulations,
  timeline,
  transactions,
  verifications,
  webhookDelivery,
  webhooks,
] as const;

type Exported<File> = File extends unknown ? File[keyof File] : never;
type Declared = Exclude<
  Extract<Exported<(typeof declarations)[number]>, { readonly reachable: unknown }>,
  { readonly reachable: readonly [] }
>;
type OfDashboard = Extract<Declared, { readonly reachable: readonly ['dashboard'] }>;
type OfPage = Extract<Declared, { readonly scope: 'onboarding' }>;

/** A function that no method leads to is no route of its own. */
const isRoute = (exported: unknown): exported is Declared =>
  typeof exported === 'object' &&
  exported !== null &&
  'reachable' in exported &&
  Array.isArray(exported.reachable) &&
  exported.reachable.length > 0;

const isOfPage = (one: Declared): one is OfPage => 'scope' in one && one.scope === 'onboarding';

const isOfDashboard = (one: Declared): one is OfDashboard => one.reachable.join() === 'dashboard';

const isPublished = (one: Declared): one is Exclude<Declared, OfDashboard | OfPage> =>
  !isOfPage(one) && !isOfDashboard(one);

/** The verbs that come first in the reference of a resource; the others follow by their names. */
const firstVerbs = ['create', 'list', 'list-all', 'get', 'update'];

/** Where a route stands in the reference: by its resource in the registry, then by its verb. */
const placeOf = ({ id }: Declared): readonly [resource: number, verb: number] => {
  const [resource = '', verb = ''] = id.split('.');
  const first = firstVerbs.indexOf(verb);
  return [resources.indexOf(resource), first < 0 ? firstVerbs.length : first];
};

const byPlace = (one: Declared, other: Declared): number => {
  const [[resource, verb], [otherResource, otherVerb]] = [placeOf(one), placeOf(other)];
  return resource - otherResource || verb - otherVerb || (one.id < other.id ? -1 : 1);
};

/** Every route of the API. */
export const everyRoute: readonly Declared[] = declarations
  .flatMap((file): unknown[] => Object.values(file))
  .filter(isRoute)
  .toSorted(byPlace);

/** Routes that only the dashboard reaches: functions like the others, without a method of the API or a place in its reference. */
export const dashboardRoutes: readonly OfDashboard[] = everyRoute.filter(isOfDashboard);

/** Routes that only the token of an onboarding link opens: methods of the API without a place in its reference. */
export const pageRoutes: readonly OfPage[] = everyRoute.filter(isOfPage);

/** The routes of the reference. */
export const routes = everyRoute.filter(isPublished);
