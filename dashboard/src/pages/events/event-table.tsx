import type { ComponentProps, ReactNode } from 'react';
import { eventSummaries } from '../../../../functions/contract/event-summaries.ts';
import type { Api, FiltersOf } from '../../api/client.ts';
import type { Event } from '../../api/objects.ts';
import { Go } from '../../ui/go.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { Time } from '../../ui/time.tsx';
import { Actor } from './actor.tsx';

/** The filters that the API knows for events. */
export type EventQuery = FiltersOf<Api['events']['list']>;

/** Events of a list of the API. */
export const EventTable = (props: {
  readonly title: string;
  readonly of: readonly unknown[];
  readonly read: ComponentProps<typeof ListTable<Event>>['read'];
  readonly filter?: ReactNode;
}) => (
  <ListTable<Event>
    {...props}
    idOf={({ id }) => id}
    empty="No events match these filters"
    columns={[
      { name: 'Event', cell: ({ id, type }) => <Go to={`/events/${id}`}>{type}</Go>, width: 180 },
      { name: 'What happened', cell: ({ type }) => summaryOf(type), width: 200 },
      { name: 'Object', cell: ({ resource }) => <span className="wrap-anywhere">{resource.id}</span>, width: 170 },
      {
        name: 'Actor',
        cell: ({ causation }) => (
          <span className="wrap-anywhere">
            <Actor actor={causation.actor} />
          </span>
        ),
        width: 160,
      },
      { name: 'Time', cell: ({ created_at }) => <Time at={created_at} />, width: 125 },
    ]}
  />
);

/** One sentence about a type of event; none for types that came later than this page. */
export const summaryOf = (type: string): string => (eventSummaries as Readonly<Record<string, string>>)[type] ?? '';
