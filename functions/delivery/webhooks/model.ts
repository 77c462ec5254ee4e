import { ApiError } from '../../core/api-error.ts';
import { deepEqual, mergePatch, type ReadonlyDeep } from '../../core/json.ts';
import type { Transition } from '../../core/transition.ts';
import { type EncryptedHeader, type EncryptedHeaders, mergedHeaders } from './custom-headers.ts';
import type { DestinationType } from './destination.ts';
import type { Health } from './health.ts';
import type { WebhookResource } from './schema.ts';
import type { WebhookSecret } from './secrets.ts';

/** The pattern of every event. */
export const everyEventType = '*';

/** Whether a webhook that subscribes to these patterns gets an event of this type. */
export const subscribesTo = (patterns: readonly string[], type: string): boolean =>
  patterns.some((pattern) => covers(pattern, type));

/** Whether a pattern can be subscribed to: `*`, the exact name of a type, or `resource.*` of a resource that has types. */
export const isEventTypePattern = (pattern: string, types: readonly string[]): boolean =>
  types.some((type) => covers(pattern, type));

/** Every pattern that can be subscribed to. */
export const eventTypePatterns = (types: readonly string[]): readonly string[] => [
  everyEventType,
  ...new Set(types.map((type) => `${resourceTypeOf(type)}.*`)),
  ...types,
];

const covers = (pattern: string, type: string): boolean =>
  pattern === everyEventType ||
  pattern === type ||
  (pattern === `${resourceTypeOf(type)}.*` && type.includes('.'));

const resourceTypeOf = (type: string) => type.slice(0, type.indexOf('.'));

type WebhookStatus = WebhookResource['status'];
type DisabledReason = WebhookResource['disabled_reason'];

/** Its business enables or disables a webhook; its endpoint answers 410 or fails for days. */
type WebhookAction = 'enable' | 'disable' | 'gone' | 'give_up';

type To = readonly [WebhookStatus, DisabledReason, 'webhook.disabled' | null];

/**
 * The state machine of a webhook: [next status, why it is disabled, event]. A deleted webhook has no status: it is not
 * found.
 */
const webhookTransitions: Record<WebhookStatus, Partial<Record<WebhookAction, To>>> = {
  enabled: {
    disable: ['disabled', 'requested', 'webhook.disabled'],
    gone: ['disabled', 'endpoint_gone', 'webhook.disabled'],
    give_up: ['disabled', 'endpoint_failing', 'webhook.disabled'],
  },
  disabled: { enable: ['enabled', null, null] },
};

/** The actions that each status allows, as path segments. */
export const webhookActions: Record<WebhookStatus, WebhookResource['allowed_actions']> = {
  enabled: ['disable', 'rotate-secret', 'test', 'recover'],
  disabled: ['enable', 'rotate-secret'],
};

type Derived = 'object' | 'allowed_actions' | 'headers' | 'health' | 'secrets' | 'destination';

/** A webhook as stored: the fields of its resource, and what is encrypted. Its health is stored beside its deliveries. */
export type Webhook = ReadonlyDeep<Omit<WebhookResource, Derived>> & {
  readonly tenant_id: string;
  readonly headers: EncryptedHeaders;
  readonly disabled_at: string | null;
  /**
   * The type of destination that `url` belongs to; null where it is an endpoint of its business.
   */
  readonly destination_type: DestinationType | null;
  /** Encrypted (base64) under the context of tenant and webhook; newest first. */
  readonly secrets: readonly (WebhookSecret & { readonly encrypted: string })[];
  /** Which of the 16 slots of its business it has. */
  readonly slot: string;
};

/** The part of a webhook that decides which events it gets. */
export type WebhookState = Pick<
  Webhook,
  'status' | 'disabled_reason' | 'disabled_at' | 'created_at' | 'event_types'
>;

/** The fields that a business sets. */
export type WebhookInput = Pick<
  Webhook,
  'url' | 'description' | 'event_types' | 'headers' | 'metadata'
>;

/** The input with its defaults: every event, no headers. */
export const webhookInput = (
  input: { readonly url: string } & {
    readonly [field in keyof Omit<WebhookInput, 'url'>]?: WebhookInput[field] | null | undefined;
  },
): WebhookInput => ({
  url: input.url,
  description: input.description ?? null,
  event_types: input.event_types ?? [everyEventType],
  headers: input.headers ?? {},
  metadata: input.metadata ?? {},
});

/** The members that the service adds to a new webhook. */
type Making = Pick<Webhook, 'id' | 'tenant_id' | 'slot' | 'destination_type'> & {
  readonly key: { readonly encrypted: string; readonly public_key?: string };
  readonly now: Date;
};

/** A new webhook, enabled, with its first secret. */
export const newWebhook = (
  input: WebhookInput,
  { key, now, ...making }: Making,
): Transition<Webhook, never> => {
  const at = now.toISOString();
  const after: Webhook = {
    ...making,
    ...input,
    status: 'enabled',
    status_reason: null,
    disabled_reason: null,
    disabled_at: null,
    secrets: [{ version: 1, created_at: at, expires_at: null, ...key }],
    created_at: at,
    updated_at: at,
    version: 1,
  };
  return { after };
};

/** The webhook with changes, as its next version; no event is published. */
export const changeWebhook = (webhook: Webhook, changes: Partial<Webhook>, now: Date) => ({
  before: webhook,
  after: { ...webhook, ...changes, updated_at: now.toISOString(), version: webhook.version + 1 },
});

/** The transition of an action with its event; undefined if the table has none. */
export const transitionWebhook = <W extends WebhookState>(
  webhook: W,
  action: WebhookAction,
  now: Date,
): Transition<W, 'webhook.disabled'> | undefined => {
  const to = webhookTransitions[webhook.status][action];
  if (to === undefined) return undefined;
  const [status, disabled_reason, event] = to;
  const disabled_at = status === 'disabled' ? now.toISOString() : null;
  const after = { ...webhook, status, disabled_reason, disabled_at };
  return { before: webhook, after, ...(event && { event }) };
};

/** The webhook after an action of its business, or the error. */
export const actOnWebhook = (
  webhook: Webhook,
  action: 'enable' | 'disable',
  reason: string | null,
  now: Date,
): Transition<Webhook, 'webhook.disabled'> => {
  const moved = transitionWebhook(webhook, action, now);
  if (!moved) throw webhookNotAllowed(webhook);
  return {
    ...moved,
    ...changeWebhook(moved.after, { status_reason: reason }, now),
    before: webhook,
  };
};

/** The webhook that its endpoint disables: it answered 410, or failed for days. Undefined if it is disabled already. */
export const disabledByEndpoint = (
  webhook: Webhook,
  action: 'gone' | 'give_up',
  now: Date,
): Transition<Webhook, 'webhook.disabled'> | undefined => {
  const moved = transitionWebhook(webhook, action, now);
  return moved && { ...moved, ...changeWebhook(moved.after, {}, now), before: webhook };
};

/** The next version of a webhook after a PATCH, with its event. */
export const updatedWebhook = (webhook: Webhook, input: WebhookInput, now: Date) =>
  ({ ...changeWebhook(webhook, input, now), event: 'webhook.updated' }) as const;

/** The next version of a webhook, with an event that its endpoint fails or receives deliveries again. */
export const endpointEvent = (
  webhook: Webhook,
  event: 'webhook.failing' | 'webhook.recovered',
  now: Date,
): Transition<Webhook, 'webhook.failing' | 'webhook.recovered'> => ({
  ...changeWebhook(webhook, {}, now),
  event,
});

/** Whether a webhook needs attention: its endpoint fails, or it was disabled because it did. */
export const isFailing = (
  { status, disabled_reason }: WebhookState,
  { consecutive_failures }: Pick<Health, 'consecutive_failures'>,
): boolean => (status === 'enabled' ? consecutive_failures > 0 : disabled_reason !== 'requested');

/** The error for an action that a webhook does not allow now. */
export const webhookNotAllowed = ({ status }: Webhook) =>
  new ApiError('action_not_allowed', {
    current_status: status,
    allowed_actions: webhookActions[status],
  });

/** The headers of a patch: encrypted; null removes one, or all; undefined keeps them. */
type HeadersPatch = Readonly<Record<string, EncryptedHeader | null>> | null | undefined;

/** The webhook after a merge patch; undefined if nothing differs. `event_types` replaces. */
export const patchedWebhook = (
  webhook: Webhook,
  patch: object,
  headersPatch?: HeadersPatch,
): WebhookInput | undefined => {
  const { event_types, ...merged } = { ...webhook, ...patch };
  const url = memberOf(patch, 'url');
  // Another origin may be another owner: it gets only headers of the same request.
  const kept =
    typeof url === 'string' && new URL(url).origin !== new URL(webhook.url).origin
      ? {}
      : webhook.headers;
  const headers = headersPatch === null ? {} : mergedHeaders(kept, headersPatch ?? {});
  const metadata = mergePatch(webhook, { metadata: memberOf(patch, 'metadata') ?? {} }) as Pick<
    Webhook,
    'metadata'
  >;
  const next = webhookInput({
    ...merged,
    headers,
    event_types,
    metadata: clears(patch) ? {} : metadata.metadata,
  });
  return deepEqual(next, webhookInput(webhook)) ? undefined : next;
};

const memberOf = (object: object, name: string): unknown =>
  (object as Record<string, unknown>)[name];

const clears = (patch: object) => memberOf(patch, 'metadata') === null;

/** How long a disabled webhook still gets a suppressed delivery for each event, in milliseconds: 7 days. */
export const suppressed_rows_ms = 7 * 24 * 60 * 60 * 1000;

/** The members of a webhook that a fan-out needs. */
export type Subscription = WebhookState & Pick<Webhook, 'id' | 'tenant_id' | 'url'>;

/** A webhook's share of an event: a delivery, a suppressed delivery, or nothing. */
export const shareOf = (
  webhook: WebhookState & Pick<Webhook, 'id'>,
  event: {
    readonly type: string;
    readonly created_at: string;
    readonly resource: { readonly id: string };
  },
): 'send' | 'suppress' | 'nothing' => {
  if (webhook.created_at > event.created_at || !subscribesTo(webhook.event_types, event.type))
    return 'nothing';
  // Only the other endpoints get the event that this one fails.
  if (event.type === 'webhook.failing' && event.resource.id === webhook.id) return 'nothing';
  if (webhook.status === 'enabled') return 'send';
  const disabled_ms =
    Date.parse(event.created_at) - Date.parse(webhook.disabled_at ?? event.created_at);
  return disabled_ms <= suppressed_rows_ms ? 'suppress' : 'nothing';
};
