import type { TableName } from '../../../functions/core/dynamodb/keys.ts';
import { eventOf } from '../../../functions/core/outbox/content-table.ts';
import { deliveryStatuses } from '../../../functions/delivery/deliveries/states.ts';
import { recoveryStatuses } from '../../../functions/delivery/recoveries/states.ts';
import { healthTransitions } from '../../../functions/delivery/webhooks/health.ts';
import {
  customerStatuses,
  redactionStatuses,
} from '../../../functions/identity/customers/states.ts';
import { documentStatuses } from '../../../functions/identity/documents/states.ts';
import { activationStatuses } from '../../../functions/identity/features/states.ts';
import { onboardingLinkStatuses } from '../../../functions/identity/onboarding-links/states.ts';
import { screeningStatuses } from '../../../functions/identity/screenings/states.ts';
import { verificationStatuses } from '../../../functions/identity/verifications/states.ts';
import { endpointStatuses } from '../../../functions/issuing/authorization-endpoints/states.ts';
import { authorizationStatuses } from '../../../functions/issuing/authorizations/decision.ts';
import { cardTokenStatuses } from '../../../functions/issuing/card-tokens/states.ts';
import { cardStatuses, cardTypes } from '../../../functions/issuing/cards/states.ts';
import type { Any } from '../printed-document.ts';

/** A kind of item: where it is, how its states are distinguished, and those that exist at least. */
type Kind = {
  readonly table: TableName;
  /** The words that say in what state an item of the kind is. */
  readonly stateOf: (item: Any) => readonly string[];
  /** Each of these is a word of the state of some item. */
  readonly states: readonly string[];
};

const status = ({ status: one, data }: Any) => [String(one ?? data?.status)];
const always = () => ['stored'];
const one = (table: TableName): Kind => ({ table, stateOf: always, states: ['stored'] });
const inStatus = (table: TableName, states: readonly string[], stateOf = status): Kind => ({
  table,
  stateOf,
  states,
});

/** Every kind of item that a table of the service has. */
export const storedKinds = {
  'api-key': inStatus(
    'access',
    ['secret', 'public', 'restricted', 'revoked'],
    ({ kind, revoked_at }) => [kind, ...(revoked_at ? ['revoked'] : [])],
  ),
  'onboarding-token': inStatus('access', ['valid', 'revoked'], ({ revoked_at }) => [
    revoked_at ? 'revoked' : 'valid',
  ]),
  spread: one('access'),
  account: inStatus(
    'resources',
    ['active', 'suspended', 'spread'],
    ({ status: at, write_shards }) => [at, ...(write_shards ? ['spread'] : [])],
  ),
  tenant: inStatus(
    'resources',
    ['active', 'suspended', 'spread'],
    ({ account_status, write_shards }) => [account_status, ...(write_shards ? ['spread'] : [])],
  ),
  team: one('resources'),
  customer: inStatus(
    'resources',
    [
      'individual',
      'business',
      'with-persons',
      ...customerStatuses,
      ...redactionStatuses.map((at) => `redaction-${at}`),
    ],
    ({ type, status: at, persons, redaction }) => [
      type,
      at,
      ...(persons.length > 0 ? ['with-persons'] : []),
      ...(redaction ? [`redaction-${redaction.status}`] : []),
    ],
  ),
  'customer-external-id': one('resources'),
  'closed-external-id': one('resources'),
  person: one('resources'),
  agreement: one('resources'),
  acceptance: one('resources'),
  document: inStatus('resources', documentStatuses),
  verification: inStatus(
    'resources',
    [...verificationStatuses, 'reviewing'],
    ({ status: at, reviewing, data }) => [
      at,
      ...((reviewing ?? data?.reviewing) ? ['reviewing'] : []),
    ],
  ),
  'open-verification': one('resources'),
  screening: inStatus('resources', screeningStatuses),
  'screening-request': one('resources'),
  'screening-monitor': one('resources'),
  activation: inStatus('resources', activationStatuses),
  card: inStatus('resources', [...cardTypes, ...cardStatuses], ({ type, status: at }) => [
    type,
    at,
  ]),
  card_token: inStatus('resources', cardTokenStatuses),
  'card-order': inStatus('resources', ['open', 'canceling'], ({ state }) => [state]),
  'card-reconciliation': one('resources'),
  'activation-attempts': one('resources'),
  reveals: one('resources'),
  spending: one('resources'),
  authorization: inStatus(
    'resources',
    ['approved', 'declined', ...authorizationStatuses],
    ({ approved, status: at }) => [approved ? 'approved' : 'declined', at],
  ),
  'authorization-endpoint': inStatus('resources', endpointStatuses),
  breaker: one('resources'),
  'authorization-question': one('resources'),
  transaction: inStatus('resources', ['capture', 'refund'], ({ kind }) => [kind]),
  webhook: inStatus(
    'resources',
    ['enabled', 'disabled', 'deleted'],
    ({ status: at, deleted_at }) => [deleted_at ? 'deleted' : at],
  ),
  'webhook-slot': inStatus('resources', ['enabled', 'disabled']),
  'webhook-reconciliation': one('resources'),
  'counters-comparison': one('resources'),
  // One that has expired is stored as it was.
  'onboarding-link': inStatus(
    'resources',
    onboardingLinkStatuses.filter((at) => at !== 'expired'),
  ),
  event: inStatus(
    'outbox',
    [
      'customer',
      'person',
      'document',
      'verification',
      'screening',
      'customer_feature',
      'card',
      'authorization',
      'webhook',
    ],
    (item) => [eventOf(item).resource.object, eventOf(item).type],
  ),
  delivery: inStatus('deliveries', deliveryStatuses),
  attempt: one('deliveries'),
  health: inStatus('deliveries', Object.keys(healthTransitions), ({ state }) => [state]),
  recovery: inStatus('deliveries', recoveryStatuses),
  'running-recoveries': one('deliveries'),
  counters: inStatus('counters', ['activity', 'deliveries', 'webhook'], ({ pk }) => {
    const counted = String(pk).split('/')[1] ?? '';
    return [counted.startsWith('whk_') ? 'webhook' : counted];
  }),
  'idempotency-record': inStatus('idempotency', ['200', '201'], ({ status_code }) => [
    String(status_code),
  ]),
  request: inStatus('requests', ['2xx', '4xx'], ({ status_class }) => [status_class]),
  'issuer-card': inStatus('issuer', ['issued', 'voided'], ({ state }) => [state]),
  'issuer-number': one('issuer'),
  'issuer-token': inStatus('issuer', ['active', 'suspended', 'deleted']),
} as const satisfies Readonly<Record<string, Kind>>;

export type StoredKind = keyof typeof storedKinds;

/** The kind of an item; the text of its key where it is of none. */
export const storedKindOf = (table: TableName, item: Any): string => {
  const { pk, sk = '' } = item;
  if (table === 'access')
    return item.kind === 'onboarding' ? 'onboarding-token' : item.kind ? 'api-key' : 'spread';
  if (table === 'outbox') return 'event';
  if (table === 'counters') return 'counters';
  if (table === 'requests') return 'request';
  if (table === 'idempotency') return 'idempotency-record';
  if (table === 'issuer')
    return /^(number|token)\//.test(pk) ? `issuer-${pk.split('/')[0]}` : 'issuer-card';
  if (table === 'deliveries') return sk.startsWith('attempt#') ? 'attempt' : sk;
  // A kind is named by the partition, behind the business and, where there are many, behind whom or what they are of.
  const parts = pk.replace(/#\d+$/, '').split('/');
  const named = [sk, parts.at(-1), parts[1]].find((part) => Object.hasOwn(storedKinds, part));
  return named ?? `${pk} ${sk}`;
};
