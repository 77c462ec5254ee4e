import { showWebhook } from '../../contract/webhook.ts';
import { listWebhooks } from '../../contract/webhooks.ts';
import { endpoint } from '../../http/endpoint.ts';
import { pageOfWebhooks } from '../../store/webhook-store.ts';

export const handler = endpoint(listWebhooks, async ({ caller, now, db, wanted, answerPage }) =>
  answerPage(await pageOfWebhooks(db, caller.tenant_id, wanted('webhook')), ({ webhook, health }) =>
    showWebhook(webhook, health, now),
  ),
);
