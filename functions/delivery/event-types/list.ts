import { pageOfFixed } from '../../core/dynamodb/list.ts';
import { paged } from '../../core/http/cursor.ts';
import { httpHandler } from '../../core/http/handler.ts';
import { printedEventTypes } from '../events/example.ts';
import { listEventTypes } from './routes.ts';

export const handler = httpHandler(listEventTypes, { paged }, async ({ range, respondPage }) =>
  respondPage(pageOfFixed(printedEventTypes(), range()), (type) => type),
);
