import type { ComponentType } from 'react';
import { environmentNames } from './settings.ts';

/** The module of each page, by its path below an environment. It is loaded when the page is opened. */
export const pageModules: Readonly<
  Record<string, () => Promise<{ readonly Component: ComponentType }>>
> = {
  home: () => import('./pages/home/home.tsx'),
  configure: () => import('./pages/configure.tsx'),
  'configure/api-keys': () => import('./pages/api-keys/api-keys.tsx'),
  'configure/api-keys/new': () => import('./pages/api-keys/api-key-create.tsx'),
  'configure/people': () => import('./pages/people/people.tsx'),
  'operators/:operator': () => import('./pages/people/member.tsx'),
  webhooks: () => import('./pages/webhooks/webhooks.tsx'),
  'webhooks/new': () => import('./pages/webhooks/webhook-create.tsx'),
  'webhooks/:webhook': () => import('./pages/webhooks/webhook.tsx'),
  'webhooks/:webhook/edit': () => import('./pages/webhooks/webhook-edit.tsx'),
  deliveries: () => import('./pages/deliveries/deliveries.tsx'),
  'deliveries/:delivery': () => import('./pages/deliveries/delivery.tsx'),
  events: () => import('./pages/events/events.tsx'),
  'events/:event': () => import('./pages/events/event.tsx'),
  requests: () => import('./pages/requests/requests.tsx'),
  'requests/:request': () => import('./pages/requests/request.tsx'),
  customers: () => import('./pages/customers/customers.tsx'),
  'customers/new': () => import('./pages/customers/customer-create.tsx'),
  'customers/:customer/edit': () => import('./pages/customers/customer-edit.tsx'),
  'customers/:customer/documents/new': () => import('./pages/documents/document-upload.tsx'),
  'customers/:customer/persons/new': () => import('./pages/persons/person-create.tsx'),
  'customers/:customer/:part?': () => import('./pages/customers/customer.tsx'),
  'persons/:person': () => import('./pages/persons/person.tsx'),
  documents: () => import('./pages/documents/documents.tsx'),
  'documents/:document': () => import('./pages/documents/document.tsx'),
  verifications: () => import('./pages/verifications/verifications.tsx'),
  'verifications/:verification': () => import('./pages/verifications/verification.tsx'),
  screenings: () => import('./pages/screenings/screenings.tsx'),
  'screenings/:screening': () => import('./pages/screenings/screening.tsx'),
  reviews: () => import('./pages/reviews/reviews.tsx'),
  'reviews/:verification': () => import('./pages/reviews/review.tsx'),
  cards: () => import('./pages/cards/cards.tsx'),
  'cards/new': () => import('./pages/cards/card-create.tsx'),
  'cards/:card': () => import('./pages/cards/card.tsx'),
  'cards/:card/edit': () => import('./pages/cards/card-edit.tsx'),
  authorizations: () => import('./pages/authorizations/authorizations.tsx'),
  'authorizations/:authorization': () => import('./pages/authorizations/authorization.tsx'),
  'authorization-endpoint': () => import('./pages/authorizations/endpoint.tsx'),
  'authorization-endpoint/edit': () => import('./pages/authorizations/endpoint-edit.tsx'),
  transactions: () => import('./pages/transactions/transactions.tsx'),
  'transactions/:transaction': () => import('./pages/transactions/transaction.tsx'),
  simulator: () => import('./pages/simulations/simulations.tsx'),
  reference: () => import('./pages/reference/reference.tsx'),
};

/** The form of a path: `:part` is one part, `:part?` one or none. The router, which matches paths too, is not loaded yet. */
const formOf = (path: string): RegExp =>
  new RegExp(`^${path.replaceAll(/\/:\w+\?/g, '(?:/[^/]+)?').replaceAll(/:\w+/g, '[^/]+')}$`);

/** The path of the page that an address of the site shows, as it is declared; undefined for no page. */
export const pageAt = (address: string): string | undefined => {
  const [, environment, ...parts] = address.replace(/[?#].*$/, '').split('/');
  if (!environmentNames.some((name) => name === environment)) return undefined;
  const path = parts.join('/');
  return Object.keys(pageModules).find((one) => formOf(one).test(path));
};

/** Loads the module of the page that an address shows, so that it is there once somebody is signed in. */
export const loadPageAt = (address: string): void => {
  const path = pageAt(address);
  // Where it cannot be loaded now, the page says so when it is opened.
  if (path !== undefined) pageModules[path]?.().catch(() => undefined);
};
