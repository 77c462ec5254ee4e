import type { Webhook } from '../../api/client.ts';
import { ActionButton, ConfirmedAction } from '../../ui/action.tsx';
import { useGo } from '../../ui/values.tsx';
import { Recover } from './recovery.tsx';

type Of = { readonly webhook: Webhook };

/** What can be done with a webhook as a whole. */
export const WebhookActions = ({ webhook }: Of) => (
  <>
    <ActionButton route="webhooks.update" to={`/webhooks/${webhook.id}/edit`}>
      Edit
    </ActionButton>
    <Recover webhook={webhook} />
    <Switch key={webhook.status} webhook={webhook} />
    <Delete webhook={webhook} />
  </>
);

const Switch = ({ webhook }: Of) => {
  const to: 'enable' | 'disable' = webhook.status === 'enabled' ? 'disable' : 'enable';
  return (
    <ConfirmedAction
      route={`webhooks.${to}`}
      name={to === 'disable' ? 'Disable' : 'Enable'}
      thing={webhook.url}
      call={{ params: { webhook_id: webhook.id }, body: {} }}
      success={({ status }) => `The webhook is ${status}.`}
    >
      {to === 'disable'
        ? 'New events are not sent. Pending deliveries are paused until you enable the webhook.'
        : 'Paused deliveries are sent, oldest first, and the health is reset.'}
    </ConfirmedAction>
  );
};

const Delete = ({ webhook }: Of) => {
  const go = useGo();
  return (
    <ConfirmedAction
      route="webhooks.delete"
      name="Delete"
      thing={webhook.url}
      call={{ params: { webhook_id: webhook.id } }}
      success="The webhook was deleted."
      onDone={() => go('/webhooks')}
    >
      Pending deliveries are canceled. You can still read its past deliveries. This cannot be undone.
    </ConfirmedAction>
  );
};
