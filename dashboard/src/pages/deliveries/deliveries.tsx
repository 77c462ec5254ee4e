import { ApiError } from '../../../../client/src/api-error.ts';
import { eventSummaries } from '../../../../functions/core/event-types.ts';
import { deliveryStatuses } from '../../../../functions/delivery/deliveries/states.ts';
import type { Api, Delivery } from '../../api/client.ts';
import { isTransient } from '../../api/environment.tsx';
import { errorText } from '../../texts/errors.ts';
import { counted, t } from '../../texts/texts.ts';
import { attemptText } from '../../texts/webhooks.ts';
import { ConfirmationButton } from '../../ui/action.tsx';
import { listOf } from '../../ui/filters.tsx';
import { EventLink, WebhookLink } from '../../ui/links.tsx';
import { createdColumn, statusColumn } from '../../ui/list-table.tsx';
import { useSubmit } from '../../ui/use-submit.ts';

const changing_ms = 5_000;

/** The deliveries to webhooks, and their results. */
export const { Component, Table: DeliveryTable } = listOf({
  title: t.all.deliveries,
  route: 'deliveries.list',
  description: t.deliveries.everyEventSentToA,
  filters: [
    { name: 'status', label: t.all.status, options: ['undelivered', ...deliveryStatuses] },
    { name: 'event_type', label: t.all.eventType, options: Object.keys(eventSummaries) },
    { name: 'webhook_id', label: t.all.webhookId, placeholder: 'whk_…' },
    { name: 'event_id', label: t.all.eventId, placeholder: 'evt_…' },
  ],
  follow: (items) => (items.some(({ status }) => status === 'pending') ? changing_ms : false),
  beside: 'delivery',
  empty: t.deliveries.noDeliveriesYet,
  bulk: (selected) => <ResendSelected deliveries={selected} />,
  columns: [
    {
      name: t.all.event,
      cell: ({ id, event_type }) => <EventLink type={event_type} to={`/deliveries/${id}`} />,
      width: 180,
    },
    { ...statusColumn, width: 180 },
    {
      name: t.deliveries.lastAttempt,
      fields: ['last_attempt'],
      cell: ({ last_attempt }) => attemptText(last_attempt),
      width: 170,
    },
    {
      name: t.all.webhook,
      fields: ['webhook_id', 'url'],
      cell: (one) => <WebhookLink id={one.webhook_id} url={one.url} />,
      width: 170,
    },
    {
      name: t.deliveries.attempts,
      fields: ['attempts_made'],
      cell: ({ attempts_made }) => attempts_made,
      width: 90,
      isNumber: true,
    },
    createdColumn,
  ],
});

/** Resends the deliveries that are selected in a list, each under its own key. */
const ResendSelected = ({ deliveries }: { readonly deliveries: readonly Delivery[] }) => {
  const ids = deliveries
    .filter((one) => one.allowed_actions.includes('resend'))
    .map(({ id }) => id);
  const resend = useSubmit({
    route: 'deliveries.resend',
    send: resendAll,
    success: ({ sent, errors }) =>
      [
        counted(t.deliveries.sentAgain, sent),
        ...(errors.length > 0 ? [rejectedText(errors)] : []),
      ].join(' '),
  });
  return (
    <ConfirmationButton
      route="deliveries.resend"
      name={t.deliveries.resendSelected}
      unable={ids.length === 0 ? t.deliveries.theWebhooksOfThese : null}
      sending={resend}
      onConfirm={(close) => resend.submit(ids, close)}
    >
      <div>
        {counted(t.deliveries.sentAgain, ids.length)} {t.deliveries.twice}
      </div>
    </ConfirmationButton>
  );
};

const rejectedText = (errors: readonly string[]): string =>
  counted(t.deliveries.notSentAgain, errors.length, { why: [...new Set(errors)].join(' ') });

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
