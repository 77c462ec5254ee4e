import assert from 'node:assert/strict';
import { routes } from '../../../functions/app/routes.ts';
import type { AnyRoute } from '../examples.ts';
import { test } from '../tests.ts';

/** Says one thing that a rule demands of a route, and how to see it. */
export type Holds = (what: string, check: () => Promise<void>) => void;

type Check = { readonly route: AnyRoute; readonly check: () => Promise<void> };

/** The resources whose routes are tested, with commas between them; all where it is not set. */
const resources = process.env.RULES_OF?.split(',');

/** Declares one test for each thing that is demanded of routes; its message lists every route that breaks it. */
export const testEveryRoute = (
  demandsOf: (route: AnyRoute, holds: Holds) => void,
  before: () => void = () => {},
): void => {
  const demanded = new Map<string, Check[]>();
  const tested = routes.filter(
    ({ id }) => resources?.some((resource) => id.startsWith(`${resource}.`)) ?? true,
  );
  for (const route of tested)
    demandsOf(route, (what, check) =>
      demanded.set(what, [...(demanded.get(what) ?? []), { route, check }]),
    );
  for (const [what, checks] of demanded)
    test(what, async () => {
      const broken: string[] = [];
      for (const { route, check } of checks) {
        before();
        await check().catch((error) => broken.push(`${route.id}: ${error.message}`));
      }
      assert.deepEqual(broken, []);
    });
};
