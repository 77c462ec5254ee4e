import SpaceBetween from '@cloudscape-design/components/space-between';
import { useState } from 'react';
import type { Webhook } from '../../api/objects.ts';
import { useSubmit } from '../../api/use-submit.ts';
import { ActionButton, ConfirmedAction } from '../../ui/action.tsx';
import { useFlash } from '../../ui/flashes.tsx';
import { useGo } from '../../ui/go.tsx';

/** What can be done with a webhook as a whole. */
export const WebhookActions = ({ webhook }: { readonly webhook: Webhook }) => {
  const go = useGo();
  return (
    <SpaceBetween direction="horizontal" size="xs">
      <ActionButton route="webhooks.update" onClick={() => go(`/webhooks/${webhook.id}/edit`)}>
        Edit
      </ActionButton>
      <Switch key={webhook.status} webhook={webhook} />
      <Delete webhook={webhook} />
    </SpaceBetween>
  );
};

const Switch = ({ webhook }: { readonly webhook: Webhook }) => {
  const [done, setDone] = useState(false);
  const flash = useFlash();
  const enabled = webhook.status === 'enabled';
  const change = useSubmit({
    send: (api, to: 'enable' | 'disable', idempotencyKey) =>
      api.webhooks[to]({ params: { webhook_id: webhook.id }, body: {}, idempotencyKey }),
    onDone: ({ status }) => {
      setDone(true);
      flash({ type: 'success', text: `The webhook is ${status}.` });
    },
  });
  return (
    <ConfirmedAction
      route={enabled ? 'webhooks.disable' : 'webhooks.enable'}
      name={enabled ? 'Disable' : 'Enable'}
      sending={change}
      done={done}
      onConfirm={() => change.submit(enabled ? 'disable' : 'enable')}
    >
      {enabled
        ? 'New events are not sent. Pending deliveries are paused until you enable the webhook.'
        : 'Paused deliveries are sent, oldest first, and the health is reset.'}
    </ConfirmedAction>
  );
};

const Delete = ({ webhook }: { readonly webhook: Webhook }) => {
  const go = useGo();
  const flash = useFlash();
  const removal = useSubmit({
    send: (api, webhook_id: string) => api.webhooks.delete({ params: { webhook_id } }),
    repeatable: false,
    onDone: () => {
      flash({ type: 'success', text: 'The webhook was deleted.' });
      go('/webhooks');
    },
  });
  return (
    <ConfirmedAction
      route="webhooks.delete"
      name="Delete"
      sending={removal}
      done={false}
      onConfirm={() => removal.submit(webhook.id)}
    >
      Pending deliveries are canceled. You can still read its past deliveries. This cannot be undone.
    </ConfirmedAction>
  );
};
