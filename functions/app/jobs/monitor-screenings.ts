import type { Context } from 'aws-lambda';
import { connect } from '../../core/dynamodb/client.ts';
import { storesOf } from '../../core/dynamodb/stores.ts';
import { workOf } from '../../core/jobs/batch.ts';
import { chosenScreener } from '../../identity/screeners/chosen.ts';
import { screenWithNewLists } from '../../identity/screenings/monitor.ts';

const stores = storesOf(connect());
const screener = chosenScreener();

/** Every five minutes: looks for a version of the lists that screenings do not have, and searches it for them. */
export const handler = async (_event: unknown, context: Context): Promise<void> => {
  if (screener) await screenWithNewLists(screener, workOf('monitor-screenings', context, stores));
};
