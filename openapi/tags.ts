import type { JsonSchema } from './schemas.ts';

/** The tag of what is sent to endpoints; `webhooks` are the routes about them. */
export const webhookEventsTag = 'webhook-events';

/** What each part of the reference is about. */
const descriptions: Readonly<Record<string, string>> = {
  accounts: 'The account of your business in this environment.',
  customers: 'The people and companies that you serve.',
  documents: 'What proves who a customer is. The bytes go straight to storage.',
  verifications: 'Proving who a customer is, with documents and a decision that comes later.',
  features: 'The catalogue of what customers may be given.',
  'customer-features': 'What one customer may use, what that still takes, and switching it on and off.',
  cards: 'Virtual and physical cards: issued, controlled, frozen, replaced, revealed, closed.',
  authorizations: 'What merchants asked to take from a card, and what became of it.',
  simulations: 'What others do, done by you: decisions, parcels, merchants. Sandbox only.',
  events: 'Everything that happened, newest first.',
  'event-types': 'Every type of event with its schema and an example.',
  webhooks: 'Your endpoints: where events are delivered to.',
  deliveries: 'Each event on its way to each webhook, with every attempt.',
  recoveries: 'Sending again what a webhook missed.',
  'idempotency-keys': 'What the requests with one Idempotency-Key did.',
  openapi: 'This document.',
  [webhookEventsTag]:
    'What is posted to your endpoints, signed. Deliveries come in any order and may come twice: compare `sequence`, which ' +
    'counts the changes of each resource, and do nothing for an older one or for a `webhook-id` that you have seen.',
};

type Items = Readonly<Record<string, JsonSchema>>;

/** The tags that operations have, in the order in which they come. */
export const tagsOf = (sections: readonly Items[]): { readonly name: string; readonly description: string }[] => {
  const operations = sections.flatMap((items) => Object.values(items)).flatMap((item) => Object.values(item));
  const names = new Set((operations as { readonly tags: readonly string[] }[]).flatMap(({ tags }) => tags));
  return [...names].map((name) => {
    const description = descriptions[name];
    if (description === undefined) throw new Error(`The tag ${name} has no description.`);
    return { name, description };
  });
};
