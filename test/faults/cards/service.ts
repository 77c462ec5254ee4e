import { after } from 'node:test';
import { heldCards } from '../../helpers/held-cards.ts';
import type { Any } from '../../helpers/printed-document.ts';
import { storedIn } from '../../helpers/tables.ts';
import { startTimeScaled } from '../../helpers/time-scaled.ts';

/** The one service of this process. */
export const local = await startTimeScaled();

/** Its cards. */
export const held = heldCards(local);
after(async () => {
  held.tables.close();
  await local.stop();
});

/** What is stored in its tables. */
export const stored = storedIn(local);

/** The orders of a business in flight. */
export const storedOrders = async ({ tenant_id }: { readonly tenant_id: string }): Promise<Any[]> =>
  (await stored.items('resources', tenant_id)).filter(({ pk }) => pk.includes('/card-order'));
