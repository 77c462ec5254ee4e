import type { EventRecords } from '../core/event-record.ts';
import type { EventType } from '../core/event-types.ts';
import { webhookEvents } from '../delivery/webhooks/events.ts';
import { agreementEvents } from '../identity/agreements/events.ts';
import { featureEvents } from '../identity/customer-features/events.ts';
import { customerEvents } from '../identity/customers/events.ts';
import { documentEvents } from '../identity/documents/events.ts';
import { onboardingLinkEvents } from '../identity/onboarding-links/events.ts';
import { personEvents } from '../identity/persons/events.ts';
import { screeningEvents } from '../identity/screenings/events.ts';
import { verificationEvents } from '../identity/verifications/events.ts';
import { authorizationEvents } from '../issuing/authorizations/events.ts';
import { cardTokenEvents } from '../issuing/card-tokens/events.ts';
import { cardEvents } from '../issuing/cards/events.ts';
import { transactionEvents } from '../issuing/transactions/events.ts';
import { accountEvents } from '../tenants/accounts/events.ts';
import { apiKeyEvents } from '../tenants/api-keys/events.ts';
import { operatorEvents } from '../tenants/operators/events.ts';

/** The record of each event type: its example and its trigger, as its resource declares them. */
export const eventRecords: EventRecords<EventType> = {
  ...accountEvents,
  ...apiKeyEvents,
  ...operatorEvents,
  ...webhookEvents,
  ...customerEvents,
  ...agreementEvents,
  ...personEvents,
  ...documentEvents,
  ...verificationEvents,
  ...onboardingLinkEvents,
  ...screeningEvents,
  ...featureEvents,
  ...cardEvents,
  ...cardTokenEvents,
  ...authorizationEvents,
  ...transactionEvents,
};
