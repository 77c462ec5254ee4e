import '../../process.ts';
import { heldCards } from '../../../helpers/held-cards.ts';
import type { Any } from '../../../helpers/printed-document.ts';
import { world } from '../../world.ts';

/** The World of this process. */
export const machine = await world();

/** Its cards. */
export const held = heldCards(machine);

/** What is stored in its tables. */
export const stored = machine.tables;

/** The orders of a business in flight. */
export const storedOrders = async ({ tenant_id }: { readonly tenant_id: string }): Promise<Any[]> =>
  (await stored.items('resources', tenant_id)).filter(({ pk }) => pk.includes('/card-order'));
