import type { AccountEventType } from '../accounts/account.ts';
import type { AuthorizationEventType } from '../authorizations/life.ts';
import type { CardEventType } from '../cards/life.ts';
import type { CustomerEventType } from '../customers/life.ts';
import type { DocumentEventType } from '../documents/life.ts';
import type { FeatureEventType } from '../features/activation-life.ts';
import type { OperatorEventType } from '../operators/team.ts';
import type { VerificationEventType } from '../verifications/life.ts';

/** What happens to keys; told to operators and webhooks alike. */
export type ApiKeyEventType = 'api_key.created' | 'api_key.rotated' | 'api_key.revoked';

/** What happens to webhooks: an endpoint fails or no longer does, one was disabled, or its business tests it. */
export type WebhookEventType = 'webhook.failing' | 'webhook.recovered' | 'webhook.disabled' | 'webhook.test';

/** Every type of event that exists; contract/events.ts must describe each. */
export type EventType =
  | CustomerEventType
  | DocumentEventType
  | VerificationEventType
  | CardEventType
  | AuthorizationEventType
  | FeatureEventType
  | AccountEventType
  | ApiKeyEventType
  | OperatorEventType
  | WebhookEventType;
