import { listWebhooks } from '../../contract/webhooks/routes.ts';
import { showWebhook } from '../../contract/webhooks/webhook.ts';
import { endpoint } from '../../http/endpoint.ts';
import { pageOfWebhooks } from '../../store/webhooks/webhooks.ts';

export const handler = endpoint(listWebhooks, async ({ caller, now, db, range, answerPage }) =>
  answerPage(await pageOfWebhooks(db, caller.tenant_id, range('webhook')), (one) => showWebhook(one, now)),
);
