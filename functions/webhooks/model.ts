import { ApiError } from '../api-error.ts';
import { deepEqual, mergePatch } from '../json.ts';
import type { Transition } from '../transition.ts';
import { type EncryptedHeader, type EncryptedHeaders, mergedHeaders } from './custom-headers.ts';
import type { Health } from './health.ts';
import type { WebhookSecret } from './secrets.ts';

/** Takes every event. */
export const everyEventType = '*';

/** Whether a webhook that subscribes to these patterns gets an event of this type. */
export const subscribesTo = (patterns: readonly string[], type: string): boolean =>
  patterns.some((pattern) => covers(pattern, type));

/** Whether a pattern can be subscribed to: `*`, the exact name of a type, or `noun.*` of a noun that has types. */
export const isEventTypePattern = (pattern: string, types: readonly string[]): boolean =>
  types.some((type) => covers(pattern, type));

/** Every pattern that can be subscribed to. */
export const eventTypePatterns = (types: readonly string[]): readonly string[] => [
  everyEventType,
  ...new Set(types.map((type) => `${resourceTypeOf(type)}.*`)),
  ...types,
];

const covers = (pattern: string, type: string): boolean =>
  pattern === everyEventType || pattern === type || (pattern === `${resourceTypeOf(type)}.*` && type.includes('.'));

const resourceTypeOf = (type: string) => type.slice(0, type.indexOf('.'));

export type WebhookStatus = 'enabled' | 'disabled';

/** Who disabled a webhook: its business, the endpoint with a 410, or we after days without a success. */
export type DisabledReason = 'requested' | 'endpoint_gone' | 'endpoint_failing';

/** What happens to a webhook: its business enables or disables it, its endpoint says 410 or fails for days. */
export type WebhookAction = 'enable' | 'disable' | 'gone' | 'give_up';

type Move = readonly [WebhookStatus, DisabledReason | null, 'webhook.disabled' | null];

/** What is told of a webhook whose endpoint fails, and that it no longer does. */
type Told = 'webhook.disabled' | 'webhook.failing' | 'webhook.recovered';

/**
 * The whole life of a webhook: [next status, why it is disabled, what we tell the world]. Deleting is not a status:
 * what is deleted is not found.
 */
export const webhookTransitions: Record<WebhookStatus, Partial<Record<WebhookAction, Move>>> = {
  enabled: {
    disable: ['disabled', 'requested', 'webhook.disabled'],
    gone: ['disabled', 'endpoint_gone', 'webhook.disabled'],
    give_up: ['disabled', 'endpoint_failing', 'webhook.disabled'],
  },
  disabled: { enable: ['enabled', null, null] },
};

/** What its business may do with a webhook now, as path segments. */
export const webhookActions: Record<WebhookStatus, readonly string[]> = {
  enabled: ['disable', 'rotate-secret', 'test', 'recover'],
  disabled: ['enable', 'rotate-secret'],
};

/** What of a webhook decides over who gets which event. Times are ISO 8601 with milliseconds. */
export type WebhookState = {
  readonly status: WebhookStatus;
  readonly disabled_reason: DisabledReason | null;
  readonly disabled_at: string | null;
  readonly created_at: string;
  readonly event_types: readonly string[];
};

/** A webhook as stored; its health lies beside its deliveries, since it changes with them. */
export type Webhook = WebhookState & {
  readonly id: string;
  readonly tenant_id: string;
  readonly url: string;
  readonly description: string | null;
  readonly headers: EncryptedHeaders;
  readonly metadata: Readonly<Record<string, string>>;
  readonly status_reason: string | null;
  /** Sealed (base64) under the context of tenant and webhook; newest first. */
  readonly secrets: readonly (WebhookSecret & { readonly encrypted: string })[];
  /** Which of the 16 places it takes. */
  readonly slot: string;
  readonly updated_at: string;
  readonly version: number;
};

/** What a business says of a webhook. */
export type WebhookInput = Pick<Webhook, 'url' | 'description' | 'event_types' | 'headers' | 'metadata'>;

/** What a business says, with what it leaves out filled in: every event, no headers. */
export const webhookInput = (
  said: { readonly url: string } & {
    readonly [field in keyof Omit<WebhookInput, 'url'>]?: WebhookInput[field] | null | undefined;
  },
): WebhookInput => ({
  url: said.url,
  description: said.description ?? null,
  event_types: said.event_types ?? [everyEventType],
  headers: said.headers ?? {},
  metadata: said.metadata ?? {},
});

/** What the service adds when a webhook is made. */
type Making = Pick<Webhook, 'id' | 'tenant_id' | 'slot'> & {
  readonly key: { readonly encrypted: string; readonly public_key?: string };
  readonly now: Date;
};

/** A new webhook, enabled, with its first secret. */
export const newWebhook = (input: WebhookInput, { key, now, ...making }: Making): Transition<Webhook, never> => {
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

/** The webhook with other fields, one version on; nobody is told. */
export const changeWebhook = (webhook: Webhook, changes: Partial<Webhook>, now: Date) => ({
  before: webhook,
  after: { ...webhook, ...changes, updated_at: now.toISOString(), version: webhook.version + 1 },
});

/** What an action makes of a webhook's state, and the event that tells of it; undefined where the table has no such move. */
export const transitionWebhook = <W extends WebhookState>(
  webhook: W,
  action: WebhookAction,
  now: Date,
): Transition<W, 'webhook.disabled'> | undefined => {
  const move = webhookTransitions[webhook.status][action];
  if (move === undefined) return undefined;
  const [status, disabled_reason, event] = move;
  const disabled_at = status === 'disabled' ? now.toISOString() : null;
  const after = { ...webhook, status, disabled_reason, disabled_at };
  return { before: webhook, after, ...(event && { event }) };
};

/** The webhook after what its business asked for, one version on; what the table does not have is refused. */
export const actOnWebhook = (
  webhook: Webhook,
  action: 'enable' | 'disable',
  reason: string | null,
  now: Date,
): Transition<Webhook, 'webhook.disabled'> => {
  const moved = transitionWebhook(webhook, action, now);
  if (!moved) throw webhookNotAllowed(webhook);
  return { ...moved, ...changeWebhook(moved.after, { status_reason: reason }, now), before: webhook };
};

/** The webhook that its endpoint disables: it said 410, or failed for days. Undefined where it is disabled already. */
export const disabledByEndpoint = (
  webhook: Webhook,
  action: 'gone' | 'give_up',
  now: Date,
): Transition<Webhook, 'webhook.disabled'> | undefined => {
  const moved = transitionWebhook(webhook, action, now);
  return moved && { ...moved, ...changeWebhook(moved.after, {}, now), before: webhook };
};

/** The webhook, one version on, of whose endpoint is told that it fails, or that it takes deliveries again. */
export const toldOfEndpoint = (
  webhook: Webhook,
  event: 'webhook.failing' | 'webhook.recovered',
  now: Date,
): Transition<Webhook, Told> => ({ ...changeWebhook(webhook, {}, now), event });

/** Whether a webhook needs somebody's attention: its endpoint fails, or it was disabled because it did. */
export const isFailing = (
  { status, disabled_reason }: WebhookState,
  { consecutive_failures }: Pick<Health, 'consecutive_failures'>,
): boolean => (status === 'enabled' ? consecutive_failures > 0 : disabled_reason !== 'requested');

/** The refusal of an action that a webhook does not allow now. */
export const webhookNotAllowed = ({ status }: Webhook) =>
  new ApiError('action_not_allowed', { current_status: status, allowed_actions: webhookActions[status] });

/** Headers as a patch brings them: sealed, null to take one away; null for all of them, undefined to leave them. */
type HeadersPatch = Readonly<Record<string, EncryptedHeader | null>> | null | undefined;

/** What a merge patch makes of a webhook: only the fields that differ, undefined when none does. Types replace. */
export const patchedWebhook = (webhook: Webhook, patch: object, said?: HeadersPatch): WebhookInput | undefined => {
  const { event_types, ...merged } = { ...webhook, ...patch };
  const headers = said === null ? {} : mergedHeaders(webhook.headers, said ?? {});
  const metadata = mergePatch(webhook, { metadata: memberOf(patch, 'metadata') ?? {} }) as Pick<Webhook, 'metadata'>;
  const next = webhookInput({ ...merged, headers, event_types, metadata: clears(patch) ? {} : metadata.metadata });
  return deepEqual(next, webhookInput(webhook)) ? undefined : next;
};

const memberOf = (object: object, name: string): unknown => (object as Record<string, unknown>)[name];

const clears = (patch: object) => memberOf(patch, 'metadata') === null;

/** For so long a disabled webhook still gets a row for each event, in milliseconds: 7 days. */
export const suppressed_rows_ms = 7 * 24 * 60 * 60 * 1000;

/** What a fan-out decides over and a delivery is made of. */
export type Subscription = WebhookState & Pick<Webhook, 'id' | 'tenant_id' | 'url'>;

/** What a webhook gets of an event: a delivery to make, a row that says it was suppressed, or nothing. */
export const shareOf = (
  webhook: WebhookState & Pick<Webhook, 'id'>,
  event: { readonly type: string; readonly created_at: string; readonly resource: { readonly id: string } },
): 'send' | 'suppress' | 'nothing' => {
  if (webhook.created_at > event.created_at || !subscribesTo(webhook.event_types, event.type)) return 'nothing';
  // That an endpoint fails is told to the others.
  if (event.type === 'webhook.failing' && event.resource.id === webhook.id) return 'nothing';
  if (webhook.status === 'enabled') return 'send';
  const disabled_ms = Date.parse(event.created_at) - Date.parse(webhook.disabled_at ?? event.created_at);
  return disabled_ms <= suppressed_rows_ms ? 'suppress' : 'nothing';
};
