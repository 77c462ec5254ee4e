import type { ReactNode } from 'react';
import type { Api, FiltersOf } from '../../api/client.ts';
import type { Delivery } from '../../api/objects.ts';
import { Go } from '../../ui/go.tsx';
import { ListTable } from '../../ui/list-table.tsx';
import { Status } from '../../ui/status.tsx';
import { Time } from '../../ui/time.tsx';
import { attemptInWords } from './in-words.ts';

/** The filters that the API knows for deliveries. */
export type DeliveryQuery = FiltersOf<Api['deliveries']['list']>;

const moving_ms = 5_000;

/** Deliveries; those that are on their way are looked at again. */
export const DeliveryTable = (props: {
  readonly of: DeliveryQuery;
  readonly title: string;
  readonly filter?: ReactNode;
}) => (
  <ListTable<Delivery>
    title={props.title}
    of={['deliveries', props.of]}
    read={(api, page, signal) => api.deliveries.list({ query: { ...props.of, ...page }, signal })}
    idOf={({ id }) => id}
    follow={(items) => (items.some(({ status }) => status === 'pending') ? moving_ms : false)}
    empty={Object.keys(props.of).length > 0 ? 'No deliveries match these filters' : 'No deliveries yet'}
    {...(props.filter && { filter: props.filter })}
    columns={[
      { name: 'Event', cell: ({ id, event_type }) => <Go to={`/deliveries/${id}`}>{event_type}</Go>, width: 180 },
      { name: 'Status', cell: ({ status }) => <Status status={status} />, width: 125 },
      { name: 'Last attempt', cell: ({ last_attempt }) => attemptInWords(last_attempt), width: 170 },
      {
        name: 'Webhook',
        cell: ({ webhook_id, url }) => (
          <span className="wrap-anywhere">
            <Go to={`/webhooks/${webhook_id}`}>{url}</Go>
          </span>
        ),
        width: 170,
      },
      { name: 'Attempts', cell: ({ attempts_made }) => attempts_made, width: 90 },
      { name: 'Created', cell: ({ created_at }) => <Time at={created_at} />, width: 150 },
    ]}
  />
);
