import { pageOfFixed } from '../dynamodb/list.ts';
import { printedEventTypes } from '../events/example.ts';
import { listEventTypes } from '../events/routes.ts';
import { paged } from '../http/cursor.ts';
import { httpHandler } from '../http/handler.ts';

export const handler = httpHandler(listEventTypes, { paged }, async ({ range, respondPage }) =>
  respondPage(pageOfFixed(printedEventTypes(), range()), (type) => type),
);
