import type { Webhook } from '../../api/client.ts';
import { filled, inSentence, t } from '../../texts/texts.ts';
import { words } from '../../texts/words.ts';
import { ActionButton, ConfirmedAction } from '../../ui/action.tsx';
import { useGo } from '../../ui/values.tsx';
import { Recover } from './recovery.tsx';

type Of = { readonly webhook: Webhook };

/** What can be done with a webhook as a whole. */
export const WebhookActions = ({ webhook }: Of) => (
  <>
    <ActionButton route="webhooks.update" to={`/webhooks/${webhook.id}/edit`}>
      {t.all.edit}
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
      name={to === 'disable' ? t.all.disable : t.all.enable}
      thing={webhook.url}
      call={{ params: { webhook_id: webhook.id }, body: {} }}
      success={({ status }) => filled(t.webhooks.theWebhookIsStatus, { status: inSentence(words(status)) })}
    >
      {to === 'disable' ? t.webhooks.newEventsAreNot : t.webhooks.pausedDeliveries}
    </ConfirmedAction>
  );
};

const Delete = ({ webhook }: Of) => {
  const go = useGo();
  return (
    <ConfirmedAction
      route="webhooks.delete"
      name={t.all.delete}
      thing={webhook.url}
      call={{ params: { webhook_id: webhook.id } }}
      success={t.webhooks.theWebhookWas}
      onDone={() => go('/webhooks')}
    >
      {t.webhooks.pendingDeliveries}
    </ConfirmedAction>
  );
};
