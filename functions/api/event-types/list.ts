import { printedEventTypes } from '../../contract/events/example.ts';
import { listEventTypes } from '../../contract/events/routes.ts';
import { paged } from '../../http/cursor.ts';
import { httpHandler } from '../../http/handler.ts';
import { pageOf } from '../../store/list.ts';

export const handler = httpHandler(listEventTypes, { paged }, async ({ range, respondPage }) =>
  respondPage(
    pageOf(printedEventTypes(), range(), ({ name }) => name),
    (type) => type,
  ),
);
