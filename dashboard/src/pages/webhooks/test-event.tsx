import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import { eventSummaries } from '../../../../functions/contract/event-summaries.ts';
import type { Webhook } from '../../api/objects.ts';
import { useSubmit } from '../../api/use-submit.ts';
import { ActionButton } from '../../ui/action.tsx';
import { Section } from '../../ui/details.tsx';
import { ChoiceField } from '../../ui/form.tsx';
import { Go } from '../../ui/go.tsx';
import { Loaded } from '../../ui/loaded.tsx';
import { ProblemAlert } from '../../ui/problem.tsx';
import { Status } from '../../ui/status.tsx';
import { AttemptShown } from '../deliveries/attempt.tsx';
import { useDelivery } from '../deliveries/use-delivery.ts';

const types = Object.keys(eventSummaries).map((value) => ({ value, label: value }));

/** Sends a test event and follows it to its answer. */
export const TestEvent = ({ webhook }: { readonly webhook: Webhook }) => {
  const [type, setType] = useState('webhook.test');
  const [sent, setSent] = useState<string | null>(null);
  const test = useSubmit({
    send: (api, event_type: string, idempotencyKey) =>
      api.webhooks.test({ params: { webhook_id: webhook.id }, body: { event_type }, idempotencyKey }),
    onDone: ({ id }) => setSent(id),
  });
  const unable = webhook.allowed_actions.includes('test') ? null : 'The webhook is disabled. Enable it first.';
  const send = (
    <ActionButton route="webhooks.test" busy={test.busy} unable={unable} onClick={() => test.submit(type)}>
      Send test event
    </ActionButton>
  );
  return (
    <Section title="Test event" description="Sends example data to this webhook only." actions={send}>
      <SpaceBetween size="m">
        <ChoiceField label="Event type" value={type} options={types} onChange={setType} />
        {test.problem && <ProblemAlert error={test.problem} />}
        {sent && <Answer key={sent} id={sent} />}
      </SpaceBetween>
    </Section>
  );
};

const Answer = ({ id }: { readonly id: string }) => {
  const query = useDelivery(id, 1);
  return (
    <Loaded query={query}>
      {({ status, attempts }) => (
        <div aria-live="polite">
          <SpaceBetween size="s">
            <div>
              <Status status={status} /> <Go to={`/deliveries/${id}`}>Open the delivery</Go>
            </div>
            {attempts.slice(-1).map((attempt) => (
              <AttemptShown key={attempt.number} attempt={attempt} />
            ))}
            {attempts.length === 0 && 'Sending. The response appears here automatically.'}
          </SpaceBetween>
        </div>
      )}
    </Loaded>
  );
};
