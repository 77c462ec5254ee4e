import { deliveryHeadersText } from './deliveries.ts';
import type { JsonSchema } from './schemas.ts';

/** The tag of what is sent to endpoints; `webhooks` are the routes about them. */
export const webhookEventsTag = 'webhook-events';

/** The subject of each part of the reference. */
const descriptions: Readonly<Record<string, string>> = {
  accounts: 'The account of your business in this environment.',
  customers: 'The people and companies that you serve.',
  agreements: 'Texts that customers accepted: which version, when and from where.',
  persons: 'Those who act for a business or own it.',
  documents: 'Documents that prove who a customer is. The bytes go straight to storage.',
  verifications: 'Checks of a customer’s identity, with documents and an asynchronous decision.',
  'onboarding-links': 'Links by which customers complete their verification on a page of ours.',
  screenings:
    'Searches for customers on lists of sanctions, and what was decided about each match.',
  features: 'The catalogue of what customers may be given.',
  'customer-features':
    'The features of one customer: eligibility, requirements, activation and deactivation.',
  cards: 'Virtual and physical cards: issued, controlled, frozen, replaced, revealed, closed.',
  'card-pins': 'The PINs of cards: set, unblocked.',
  'card-tokens': 'Cards in digital wallets: suspended, resumed, removed.',
  'authorization-endpoints':
    'Your endpoint that approves or declines amounts, together with the rules of the card.',
  authorizations: 'Amounts that merchants requested from a card, and the decisions.',
  transactions: 'Amounts that merchants took with a card, or returned to it.',
  simulations: 'Simulate what others do: decisions, parcels, merchants. Sandbox only.',
  events: 'All events, newest first.',
  'event-types': 'Every type of event with its schema and an example.',
  webhooks: 'Your endpoints: where events are delivered to.',
  deliveries: 'One event to one webhook, with every attempt.',
  recoveries: 'Sends again what a webhook missed.',
  requests: 'Every call of the API, without its bodies: who called what, when, and how it ended.',
  'idempotency-keys': 'The effects of the requests with one Idempotency-Key.',
  openapi: 'This reference: as an OpenAPI document, and as pages of Markdown.',
  [webhookEventsTag]:
    'The signed requests to your endpoints. Deliveries come in any order and may come twice. Compare `sequence`, which ' +
    'counts the changes of each resource, and ignore an older one or a `webhook-id` that you have seen.\n\n' +
    `Each request has these headers:\n\n${deliveryHeadersText}`,
};

type Items = Readonly<Record<string, JsonSchema>>;

/** The tags that operations have, in the order in which they come. */
export const tagsOf = (
  sections: readonly Items[],
): { readonly name: string; readonly description: string }[] => {
  const operations = sections
    .flatMap((items) => Object.values(items))
    .flatMap((item) => Object.values(item));
  const names = new Set(
    (operations as { readonly tags: readonly string[] }[]).flatMap(({ tags }) => tags),
  );
  return [...names].map((name) => {
    const description = descriptions[name];
    if (description === undefined) throw new Error(`The tag ${name} has no description.`);
    return { name, description };
  });
};
