import { listWebhooks } from '../../contract/webhooks/routes.ts';
import { showWebhook } from '../../contract/webhooks/webhook.ts';
import { listing } from '../../http/listing.ts';
import { pageOfWebhooks } from '../../store/webhooks/webhooks.ts';

export const handler = listing(listWebhooks, async ({ caller, now, db, range, answerPage }) =>
  answerPage(await pageOfWebhooks(db, caller.tenant_id, range('webhook')), (one) => showWebhook(one, now)),
);
