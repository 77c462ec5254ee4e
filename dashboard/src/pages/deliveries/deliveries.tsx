import { ApiError } from '../../../../client/src/api-error.ts';
import { deliveryStatuses } from '../../../../functions/deliveries/states.ts';
import { eventSummaries } from '../../../../functions/events/types.ts';
import type { Api, Delivery } from '../../api/client.ts';
import { isTransient } from '../../api/environment.tsx';
import { errorText } from '../../texts/errors.ts';
import { attemptText } from '../../texts/webhooks.ts';
import { Asked } from '../../ui/action.tsx';
import { listOf } from '../../ui/filters.tsx';
import { createdColumn, statusColumn } from '../../ui/list-table.tsx';
import { useSubmit } from '../../ui/use-submit.ts';
import { Go } from '../../ui/values.tsx';
import { WebhookLink } from '../../ui/webhook-link.tsx';

const changing_ms = 5_000;

/** What was sent to webhooks, and the results. */
export const { Component, Table: DeliveryTable } = listOf({
  title: 'Deliveries',
  route: 'deliveries.list',
  description: 'Every event sent to a webhook, and the result.',
  filters: [
    { name: 'status', label: 'Status', options: ['undelivered', ...deliveryStatuses] },
    { name: 'event_type', label: 'Event type', options: Object.keys(eventSummaries) },
    { name: 'webhook_id', label: 'Webhook ID', placeholder: 'whk_…' },
    { name: 'event_id', label: 'Event ID', placeholder: 'evt_…' },
  ],
  follow: (items) => (items.some(({ status }) => status === 'pending') ? changing_ms : false),
  empty: 'No deliveries yet',
  bulk: (ticked) => <ResendTicked deliveries={ticked} />,
  columns: [
    { name: 'Event', cell: ({ id, event_type }) => <Go to={`/deliveries/${id}`}>{event_type}</Go>, width: 180 },
    statusColumn,
    { name: 'Last attempt', cell: ({ last_attempt }) => attemptText(last_attempt), width: 170 },
    { name: 'Webhook', cell: (one) => <WebhookLink id={one.webhook_id} url={one.url} />, width: 170 },
    { name: 'Attempts', cell: ({ attempts_made }) => attempts_made, width: 90 },
    createdColumn,
  ],
});

/** Resends the deliveries that are ticked in a list, each under its own key. */
const ResendTicked = ({ deliveries }: { readonly deliveries: readonly Delivery[] }) => {
  const possible = deliveries.filter(({ allowed_actions }) => allowed_actions.includes('resend'));
  const unable =
    deliveries.length === 0 ? 'Tick deliveries first.' : 'The webhooks of these deliveries cannot receive them now.';
  const resend = useSubmit({
    send: resendAll,
    success: ({ sent, errors }) =>
      [`${counted(sent)} will be sent again.`, ...(errors.length > 0 ? [rejectedText(errors)] : [])].join(' '),
  });
  return (
    <Asked
      route="deliveries.resend"
      name="Resend ticked"
      unable={possible.length === 0 ? unable : null}
      sending={resend}
      onConfirm={(close) =>
        resend.submit(
          possible.map(({ id }) => id),
          close,
        )
      }
    >
      <div>
        {counted(possible.length)} will be sent again. An endpoint can receive an event twice: it knows it by its
        webhook-id.
      </div>
    </Asked>
  );
};

const counted = (count: number): string => `${count} ${count === 1 ? 'delivery' : 'deliveries'}`;

const rejectedText = (errors: readonly string[]): string =>
  `${counted(errors.length)} will not: ${[...new Set(errors)].join(' ')}`;

/** One after another. A lost connection ends it: the same keys repeat what was done without a second effect. */
const resendAll = async (api: Api, ids: readonly string[], key: string) => {
  const errors: string[] = [];
  for (const delivery_id of ids) {
    const call = { params: { delivery_id }, body: {}, idempotencyKey: `${key}/${delivery_id}` };
    await api.deliveries.resend(call).catch((error: unknown) => {
      if (isTransient(error) || !(error instanceof ApiError)) throw error;
      errors.push(errorText(error));
    });
  }
  return { body: { sent: ids.length - errors.length, errors } };
};
