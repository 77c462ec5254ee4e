import { printedEventTypes } from '../../contract/events/example.ts';
import { listEventTypes } from '../../contract/events/routes.ts';
import { endpoint } from '../../http/endpoint.ts';
import { pageOf } from '../../store/list.ts';

export const handler = endpoint(listEventTypes, async ({ range, answerPage }) =>
  answerPage(
    pageOf(printedEventTypes(), range(), ({ name }) => name),
    (type) => type,
  ),
);
