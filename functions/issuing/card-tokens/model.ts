import { ApiError } from '../../core/api-error.ts';
import type { ReadonlyDeep } from '../../core/json.ts';
import type { Created, Transition, Updated } from '../../core/transition.ts';
import { type IssuerSync, outOfSync, synced } from '../cards/model.ts';
import type { CardTokenResource } from './schema.ts';
import {
  type CardTokenAction,
  type CardTokenEventType,
  type CardTokenStatus,
  cardTokenActionNames,
  cardTokenStatuses,
  cardTokenTransitions,
} from './states.ts';

/** A token as stored: the fields of its resource, and internal ones. Never its number. */
export type CardToken = ReadonlyDeep<
  Omit<CardTokenResource, 'object' | 'allowed_actions' | 'issuer_sync'>
> & {
  readonly tenant_id: string;
  readonly issuer_reference: string;
  readonly issuer_sync: IssuerSync;
  /** The newest status at the issuer that it has reported, and when, ISO 8601. */
  readonly reported_status: CardTokenStatus;
  readonly reported_at: string;
};

/** A report of an issuer about a token: its current state, and not what has changed. */
export type CardTokenReport = Pick<
  CardToken,
  'tenant_id' | 'card_id' | 'issuer' | 'issuer_reference' | 'created_at'
> &
  Pick<CardToken, 'wallet' | 'device_type' | 'network' | 'last4' | 'status'> & {
    /** When the issuer reported it, ISO 8601 with milliseconds. */
    readonly at: string;
  };

/** A change of a token, with its event unless nothing is shown of it. */
export type CardTokenTransition = Transition<CardToken, CardTokenEventType>;

/** Why a token has its status, where the business did not request it. */
export const by_issuer = 'by_issuer';
const card_closed = 'card_closed';

/** A new token, as its issuer reports it. */
export const newCardToken = (
  report: CardTokenReport,
  { id, customer_id }: Pick<CardToken, 'id' | 'customer_id'>,
  now: Date,
): Created<CardToken, CardTokenEventType> => {
  const { at: reported_at, ...fields } = report;
  const { status } = fields;
  const after: CardToken = {
    ...fields,
    id,
    customer_id,
    reported_status: status,
    reported_at,
    status_reason: status === 'suspended' || status === 'deleted' ? by_issuer : null,
    issuer_sync: synced(1, now),
    updated_at: now.toISOString(),
    version: 1,
  };
  return { after, event: 'card_token.created' };
};

/** The actions that a token allows now, as path segments. */
export const cardTokenActions = ({ status }: CardToken): CardTokenAction[] =>
  cardTokenActionNames.filter((action) => cardTokenTransitions[status][action] !== undefined);

/** Performs an action that a business requests, or throws with what is allowed instead. The issuer is updated after it. */
export const transitionCardToken = (
  token: CardToken,
  action: CardTokenAction,
  now: Date,
  reason: string | null = null,
): Updated<CardToken, CardTokenEventType> => {
  if (!cardTokenTransitions[token.status][action])
    throw new ApiError('action_not_allowed', {
      current_status: token.status,
      allowed_actions: cardTokenActions(token),
    });
  const changed = moved(token, action, reason, now);
  return {
    ...changed,
    after: { ...changed.after, issuer_sync: outOfSync(token.issuer_sync, now) },
  };
};

/** The token after its card has closed; undefined where it is deleted already. */
export const afterCardClosed = (token: CardToken, now: Date): CardTokenTransition | undefined =>
  token.status === 'deleted' ? undefined : transitionCardToken(token, 'delete', now, card_closed);

/**
 * The token after a report; undefined where the report says nothing newer. Reports may come twice
 * and in any order, and the same status is left in the end. An action of the wallet or the issuer
 * is accepted; one that contradicts a request of the business is corrected at the issuer.
 */
export const reportedCardToken = (
  token: CardToken,
  report: CardTokenReport,
  now: Date,
): CardTokenTransition | undefined => {
  if (!isNewer(token, report)) return undefined;
  const { status: reported_status, at: reported_at } = report;
  const action = acceptedAction(token, reported_status);
  if (action) {
    const changed = moved(
      token,
      action,
      action === 'resume' || action === 'activate' ? null : by_issuer,
      now,
    );
    return { ...changed, after: { ...changed.after, reported_status, reported_at } };
  }
  const contradicts = token.issuer_sync.status === 'synced' && reported_status !== token.status;
  const issuer_sync = contradicts ? outOfSync(token.issuer_sync, now) : token.issuer_sync;
  return {
    before: token,
    after: { ...next(token, now), reported_status, reported_at, issuer_sync },
  };
};

/** Deleted is final; of other statuses the later report counts, or else the stricter. */
const isNewer = (
  { reported_status, reported_at }: CardToken,
  { status, at }: CardTokenReport,
): boolean => {
  if (reported_status === 'deleted' || status === 'deleted')
    return reported_status !== status && status === 'deleted';
  const isStricter = cardTokenStatuses.indexOf(status) > cardTokenStatuses.indexOf(reported_status);
  return status !== 'requested' && (at > reported_at || (at === reported_at && isStricter));
};

/**
 * The action that the issuer has taken by itself; none while a request of the business is on its
 * way.
 */
const acceptedAction = (
  { status, status_reason, issuer_sync }: CardToken,
  reported: CardTokenStatus,
): CardTokenAction | 'activate' | undefined => {
  if (reported === 'deleted') return status === 'deleted' ? undefined : 'delete';
  if (issuer_sync.status !== 'synced') return undefined;
  if (reported === 'suspended')
    return status === 'active' || status === 'requested' ? 'suspend' : undefined;
  if (reported !== 'active') return undefined;
  if (status === 'requested') return 'activate';
  return status === 'suspended' && status_reason === by_issuer ? 'resume' : undefined;
};

const next = (token: CardToken, now: Date): CardToken => ({
  ...token,
  updated_at: now.toISOString(),
  version: token.version + 1,
});

const moved = (
  token: CardToken,
  action: CardTokenAction | 'activate',
  status_reason: string | null,
  now: Date,
): Updated<CardToken, CardTokenEventType> => {
  const [status, event] = cardTokenTransitions[token.status][action] ?? [];
  if (!status || !event)
    throw new Error(`a token that is ${token.status} has no transition ${action}`);
  return { before: token, after: { ...next(token, now), status, status_reason }, event };
};

/** The members of a token that an issuer has to know, at one of its versions. */
export type IssuerToken = {
  /** The issuer's own name of the token. */
  readonly reference: string;
  readonly id: string;
  readonly version: number;
  readonly status: Exclude<CardTokenStatus, 'requested'>;
};

/** The token as its issuer has to have it. One that is still requested is never sent. */
export const toIssuerToken = ({
  issuer_reference: reference,
  id,
  version,
  status,
}: CardToken): IssuerToken => ({
  reference,
  id,
  version,
  status: status === 'requested' ? 'active' : status,
});
