import '../../process.ts';
import assert from 'node:assert/strict';
import { heldCards } from '../../../helpers/held-cards.ts';
import type { Any } from '../../../helpers/printed-document.ts';
import { world } from '../../world.ts';

/** The World of this process. */
export const machine = await world();

/** Its cards. */
export const held = heldCards(machine);

/** Its tables. */
export const stored = machine.tables;

/** The orders of a business in flight. */
export const storedOrders = async ({ tenant_id }: { readonly tenant_id: string }): Promise<Any[]> =>
  (await stored.items('resources', tenant_id)).filter(({ pk }) => pk.includes('/card-order'));

/** Longer than a queue waits for a worker that is gone, and than a sweep takes to come. */
const recovered_ms = 15 * 60_000;

/** Lets time pass until something is so. Each look reads a table whole, so that it comes seldom. */
export const comesTrue = async (
  isSo: () => boolean | Promise<boolean>,
  what: string,
): Promise<void> => {
  const step_ms = 30_000;
  for (let waited_ms = 0; !(await isSo()); waited_ms += step_ms) {
    assert.ok(waited_ms < recovered_ms, `It never came true: ${what}`);
    await machine.clock.advance(step_ms);
  }
};
