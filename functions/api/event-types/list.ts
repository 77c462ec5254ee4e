import { printedEventTypes } from '../../contract/events/example.ts';
import { listEventTypes } from '../../contract/events/routes.ts';
import { listing } from '../../http/listing.ts';
import { pageOf } from '../../store/list.ts';

export const handler = listing(listEventTypes, async ({ range, answerPage }) =>
  answerPage(
    pageOf(printedEventTypes(), range(), ({ name }) => name),
    (type) => type,
  ),
);
