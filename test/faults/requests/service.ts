import { after } from 'node:test';
import { isSoak } from '../../helpers/crash-points.ts';
import { startService } from '../../helpers/service.ts';
import { storedIn } from '../../helpers/tables.ts';

/**
 * The one service of this process. It feeds nothing, since nobody here looks at where events go; the soak feeds everything.
 * Two dozen processes are enough to race each other.
 */
export const local = await startService({ feeds: isSoak, limits: { all: 24, workers: 8 } });
after(() => local.stop());

/** What is stored in its tables. */
export const stored = storedIn(local);
