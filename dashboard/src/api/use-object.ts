import type { Api } from './client.ts';
import type { Card, Customer, Document, Verification, Webhook } from './objects.ts';
import { type Follow, type Read, useRead } from './use-read.ts';

type Objects = {
  readonly card: Card;
  readonly customer: Customer;
  readonly document: Document;
  readonly verification: Verification;
  readonly webhook: Webhook;
};

const reads: {
  readonly [Noun in keyof Objects]: (
    api: Api,
    id: string,
    signal: AbortSignal,
  ) => Promise<{ readonly body: Objects[Noun] }>;
} = {
  card: (api, card_id, signal) => api.cards.get({ params: { card_id }, signal }),
  customer: (api, customer_id, signal) => api.customers.get({ params: { customer_id }, signal }),
  document: (api, document_id, signal) => api.documents.get({ params: { document_id }, signal }),
  verification: (api, verification_id, signal) => api.verifications.get({ params: { verification_id }, signal }),
  webhook: (api, webhook_id, signal) => api.webhooks.get({ params: { webhook_id }, signal }),
};

/** One thing by its id, followed as the page says. */
export const useObject = <Noun extends keyof Objects>(
  noun: Noun,
  id: string,
  follow?: Follow<Objects[Noun]>,
): Read<Objects[Noun]> =>
  useRead<Objects[Noun]>({ key: [noun, id], read: (api, signal) => reads[noun](api, id, signal), follow });
