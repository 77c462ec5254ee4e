import { paged } from '../../core/http/cursor.ts';
import { httpHandler } from '../../core/http/handler.ts';
import { scenarios } from './catalogue.ts';
import { listScenarios, toScenario } from './routes.ts';

export const handler = httpHandler(listScenarios, { paged }, async ({ range, respondPage }) => {
  const { limit, below } = range();
  const from = scenarios.findIndex(({ id }) => id === below) + 1;
  const items = scenarios.slice(from, from + limit);
  const next = from + limit < scenarios.length ? (items.at(-1)?.id ?? null) : null;
  return respondPage({ items, next }, toScenario);
});
