import { useState } from 'react';
import { useSearchParams } from 'react-router';
import type { Delivery, Recovery, Webhook } from '../../api/client.ts';
import { useRead } from '../../api/use-read.ts';
import { attemptText } from '../../texts/webhooks.ts';
import { words } from '../../texts/words.ts';
import { ConfirmedAction } from '../../ui/action.tsx';
import { ChoiceField } from '../../ui/form.tsx';
import { Loaded, Section } from '../../ui/page.tsx';
import { CopyId, Go, Status, Time } from '../../ui/values.tsx';

const scopes = [
  { value: 'failed', label: 'Failed', description: 'Deliveries that used all their attempts' },
  { value: 'missing', label: 'Missing', description: 'Events that were not sent while the webhook was disabled' },
] as const;

/** How far back, in hours. */
const spans = [
  { value: '1', label: 'Last hour' },
  { value: '24', label: 'Last 24 hours' },
  { value: '168', label: 'Last 7 days' },
  { value: '720', label: 'Last 30 days' },
  { value: '2160', label: 'Last 90 days' },
] as const;

const hour_ms = 3_600_000;
const running_ms = 2_000;

/** Starts to send again what a webhook missed. The address keeps which recovery the page shows. */
export const Recover = ({ webhook: { id: webhook_id, status } }: { readonly webhook: Webhook }) => {
  const [search, setSearch] = useSearchParams();
  const [scope, setScope] = useState<(typeof scopes)[number]['value']>('failed');
  const [span, setSpan] = useState<(typeof spans)[number]['value']>('24');
  // Whole hours: a second try within the hour is the same submission.
  const since = new Date((Math.floor(Date.now() / hour_ms) - Number(span)) * hour_ms).toISOString();
  return (
    <ConfirmedAction
      route="webhooks.recover"
      name="Recover"
      title="Recover missed deliveries"
      unable={status === 'disabled' ? 'The webhook is disabled. Enable it first.' : null}
      call={{ params: { webhook_id }, body: { scope, since } }}
      onDone={({ id }) => setSearch({ ...Object.fromEntries(search), recovery: id })}
    >
      <div>They are sent in the background, oldest first, and wait while the endpoint fails.</div>
      <ChoiceField label="What is sent again" value={scope} options={scopes} onChange={setScope} />
      <ChoiceField label="Of events since" value={span} options={spans} onChange={setSpan} />
    </ConfirmedAction>
  );
};

/** How far the recovery of the address has come, until it ends. */
export const RecoveryProgress = () => {
  const recovery_id = useSearchParams()[0].get('recovery') ?? '';
  const query = useRead(
    'recoveries.get',
    { params: { recovery_id } },
    { follow: ({ status }) => (status === 'running' ? running_ms : false), enabled: recovery_id !== '' },
  );
  return recovery_id !== '' && <Loaded query={query}>{(recovery) => <Progress of={recovery} />}</Loaded>;
};

const Progress = ({ of }: { readonly of: Recovery }) => (
  <Section
    title="Recovery"
    actions={of.allowed_actions.includes('cancel') && <Cancel of={of} />}
    details={{
      Status: (
        <span aria-live="polite">
          <Status status={of.status} />
        </span>
      ),
      Reason: of.status_reason,
      'What is sent again': words(of.scope),
      Found: of.matched,
      Queued: of.sent,
      'Of events since': <Time at={of.since} />,
      Until: <Time at={of.until} />,
      ID: <CopyId value={of.id} name="Recovery ID" />,
    }}
  />
);

const Cancel = ({ of: { id: recovery_id } }: { readonly of: Recovery }) => (
  <ConfirmedAction
    route="recoveries.cancel"
    name="Cancel recovery"
    call={{ params: { recovery_id }, body: {} }}
    success="The recovery was canceled."
  >
    Deliveries in flight are still sent. No more are added.
  </ConfirmedAction>
);

/** Read at once: the newest, and every figure is of them. */
const read_max = 100;

/** What was not delivered to an endpoint, grouped by the result of the last attempt. */
export const Failures = ({ webhookId: webhook_id }: { readonly webhookId: string }) => {
  const query = useRead('deliveries.list', { query: { webhook_id, status: 'undelivered', limit: read_max } });
  return (
    <Loaded query={query}>
      {({ data, has_more }) =>
        data.length > 0 && (
          <Section title="Failed deliveries by cause" {...(has_more && { description: `The newest ${data.length}.` })}>
            <ul className="plain-list">
              {[...byCause(data)].map(([cause, found]) => (
                <li key={cause}>
                  {found.length} × {cause}, last created <Time at={found[0]?.created_at ?? null} />
                </li>
              ))}
            </ul>
            <Go to={`/deliveries?webhook_id=${webhook_id}&status=undelivered`}>Failed deliveries</Go>
          </Section>
        )
      }
    </Loaded>
  );
};

/** The most frequent cause first. */
const byCause = (deliveries: readonly Delivery[]) =>
  [...Map.groupBy(deliveries, ({ last_attempt }) => attemptText(last_attempt))].toSorted(
    ([, one], [, other]) => other.length - one.length,
  );
