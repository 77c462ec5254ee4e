import { printedEventTypes } from '../../contract/event-example.ts';
import { listEventTypes } from '../../contract/events.ts';
import { endpoint } from '../../http/endpoint.ts';

export const handler = endpoint(listEventTypes, async ({ wanted, answerPage }) => {
  const { limit, below } = wanted();
  const all = printedEventTypes();
  const from = all.findIndex(({ name }) => name === below) + 1;
  const items = all.slice(from, from + limit);
  return answerPage({ items, next: from + limit < all.length ? (items.at(-1)?.name ?? null) : null }, (type) => type);
});
