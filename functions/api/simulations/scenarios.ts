import { listScenarios, showScenario } from '../../contract/simulations/routes.ts';
import { scenarios } from '../../domain/scenarios/catalogue.ts';
import { listing } from '../../http/listing.ts';

export const handler = listing(listScenarios, async ({ range, answerPage }) => {
  const { limit, below } = range();
  const from = scenarios.findIndex(({ id }) => id === below) + 1;
  const items = scenarios.slice(from, from + limit);
  const next = from + limit < scenarios.length ? (items.at(-1)?.id ?? null) : null;
  return answerPage({ items, next }, showScenario);
});
