import { after } from 'node:test';
import { heldCards } from '../../helpers/held-cards.ts';
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
