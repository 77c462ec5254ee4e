import { after } from 'node:test';
import { startService } from '../../helpers/service.ts';
import { storedIn } from '../../helpers/stored.ts';

/** The one service of this process. It feeds nothing, since nobody here looks at where events go; the soak feeds everything. */
export const local = await startService({ feeds: process.env.SOAK_RUNS !== undefined });
after(() => local.stop());

/** What lies in its tables. */
export const stored = storedIn(local);
