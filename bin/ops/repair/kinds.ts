import type { Item } from '../../../functions/core/dynamodb/client.ts';
import { type ItemKey, keys } from '../../../functions/core/dynamodb/keys.ts';
import { deliveryOf } from '../../../functions/delivery/deliveries/table.ts';
import { recoveryKey, recoveryOf } from '../../../functions/delivery/recoveries/table.ts';
import { healthKey, healthOf } from '../../../functions/delivery/webhooks/health-table.ts';
import { webhookKeys, webhookOf } from '../../../functions/delivery/webhooks/table.ts';
import { agreementKey, readStoredAgreement } from '../../../functions/identity/agreements/table.ts';
import { customerKeys, customerOf } from '../../../functions/identity/customers/table.ts';
import { documentKey, documentOf } from '../../../functions/identity/documents/table.ts';
import {
  onboardingLinkKey,
  onboardingLinkOf,
} from '../../../functions/identity/onboarding-links/table.ts';
import { screeningKey, screeningOf } from '../../../functions/identity/screenings/table.ts';
import { verificationOf } from '../../../functions/identity/verifications/stored-form.ts';
import { verificationKey } from '../../../functions/identity/verifications/table.ts';
import { authorizationOf } from '../../../functions/issuing/authorizations/stored-form.ts';
import { authorizationKey } from '../../../functions/issuing/authorizations/table.ts';
import { cardTokenKey, readStoredToken } from '../../../functions/issuing/card-tokens/table.ts';
import { cardKeys, cardOf } from '../../../functions/issuing/cards/table.ts';
import {
  storedTransaction,
  transactionKey,
} from '../../../functions/issuing/transactions/table.ts';
import { accountOf } from '../../../functions/tenants/accounts/stored-form.ts';
import { accountKey } from '../../../functions/tenants/accounts/table.ts';

/** Where an item of a kind is, and how the service reads it; `read` throws UnreadableItem. */
export type RepairedKind = {
  readonly keyOf: (tenant: string, id: string) => ItemKey;
  readonly read: (item: Item) => unknown;
};

/** Every kind that is found by the business and its id, as the lines `stored_item_unreadable` name it, with `-` for a blank. */
export const repairedKinds: Readonly<Record<string, RepairedKind>> = {
  account: { keyOf: accountKey, read: accountOf },
  customer: { keyOf: customerKeys.customer, read: customerOf },
  document: { keyOf: documentKey, read: documentOf },
  verification: { keyOf: verificationKey, read: verificationOf },
  screening: { keyOf: screeningKey, read: screeningOf },
  agreement: { keyOf: agreementKey, read: readStoredAgreement },
  'onboarding-link': { keyOf: onboardingLinkKey, read: onboardingLinkOf },
  card: { keyOf: cardKeys.card, read: cardOf },
  'card-token': { keyOf: cardTokenKey, read: (item) => readStoredToken(item) },
  authorization: { keyOf: authorizationKey, read: authorizationOf },
  transaction: { keyOf: transactionKey, read: storedTransaction },
  webhook: { keyOf: webhookKeys.webhook, read: webhookOf },
  health: { keyOf: healthKey, read: healthOf },
  delivery: { keyOf: keys.delivery, read: deliveryOf },
  recovery: { keyOf: recoveryKey, read: recoveryOf },
};
