import type { Context } from 'aws-lambda';
import { connect } from '../dynamodb/client.ts';
import { storesOf } from '../dynamodb/stores.ts';
import { chosenScreener } from '../screeners/chosen.ts';
import { screenWithNewLists } from '../screenings/monitor.ts';
import { workOf } from './batch.ts';

const stores = storesOf(connect());
const screener = chosenScreener();

/** Every five minutes: looks for a version of the lists that screenings do not have, and searches it for them. */
export const handler = async (_event: unknown, context: Context): Promise<void> => {
  if (screener) await screenWithNewLists(screener, workOf('monitor-screenings', context, stores));
};
