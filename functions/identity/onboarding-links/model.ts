import { ApiError, type ApiErrorItem } from '../../core/api-error.ts';
import type { ReadonlyDeep } from '../../core/json.ts';
import type { Created, Updated } from '../../core/transition.ts';
import type { Customer } from '../customers/model.ts';
import type { OnboardingLinkResource } from './schema.ts';
import { type OnboardingLinkEventType, onboardingLinkActions } from './states.ts';

/** The members of its resource that are not stored. */
type Derived = 'object' | 'status' | 'status_reason' | 'allowed_actions';

/** A link as stored: the fields of its resource, and what nobody outside sees. Times are ISO 8601. */
export type OnboardingLink = ReadonlyDeep<Omit<OnboardingLinkResource, Derived>> & {
  readonly tenant_id: string;
  readonly status: 'active' | 'completed' | 'revoked';
  /** sha256 of the token, hex: the token itself is nowhere. */
  readonly hash: string;
  /**
   * The fields that were missing when it was created (`fieldsAsked`): the customer can change these
   * by it until the submission.
   */
  readonly asked_fields: readonly string[];
  /** The persons of a business that were added by it: all of them can be changed by it. */
  readonly person_ids: readonly string[];
  /** So many documents were created by it. */
  readonly documents: number;
};

export type OnboardingLinkTransition = Updated<OnboardingLink, OnboardingLinkEventType>;

type NewLink = Pick<
  OnboardingLink,
  | 'id'
  | 'tenant_id'
  | 'customer_id'
  | 'level'
  | 'return_url'
  | 'brand_color'
  | 'hash'
  | 'asked_fields'
  | 'expires_at'
>;

/** A new link. */
export const newOnboardingLink = (
  of: NewLink,
  now: Date,
): Created<OnboardingLink, OnboardingLinkEventType> => ({
  after: {
    ...of,
    status: 'active',
    verification_id: null,
    completed_at: null,
    person_ids: [],
    documents: 0,
    version: 1,
    created_at: now.toISOString(),
    updated_at: now.toISOString(),
  },
  event: 'onboarding_link.created',
});

/** The status at a moment. */
export const statusAt = (
  { status, expires_at }: OnboardingLink,
  now: Date,
): OnboardingLinkResource['status'] =>
  status === 'active' && expires_at <= now.toISOString() ? 'expired' : status;

/** The link revoked; only an active one can be. */
export const revokeLink = (link: OnboardingLink, now: Date): OnboardingLinkTransition => ({
  before: requireActive(link, now),
  after: touched({ ...link, status: 'revoked' }, now),
  event: 'onboarding_link.revoked',
});

/** The link whose customer has submitted a verification: it shows the result until it expires, and changes nothing more. */
export const completeLink = (
  link: OnboardingLink,
  verification_id: string,
  now: Date,
): OnboardingLinkTransition => ({
  before: requireActive(link, now),
  after: touched(
    { ...link, status: 'completed', verification_id, completed_at: now.toISOString() },
    now,
  ),
  event: 'customer.onboarding_completed',
});

/** The link ended now that would end until then; undefined where it would not. */
export const endedSooner = (
  link: OnboardingLink,
  until: Date,
  now: Date,
): OnboardingLink | undefined => {
  const ends = link.expires_at > now.toISOString() && link.expires_at <= until.toISOString();
  return ends && link.status !== 'revoked'
    ? touched({ ...link, expires_at: now.toISOString() }, now)
    : undefined;
};

/** The link, or `action_not_allowed`: what has ended changes nothing. */
export const requireActive = (link: OnboardingLink, now: Date): OnboardingLink => {
  const current_status = statusAt(link, now);
  if (current_status !== 'active')
    throw new ApiError('action_not_allowed', { current_status, allowed_actions: [] });
  return link;
};

/** The documents that can be created by one link: a business has up to twenty persons with several each. */
const documents_max = { individual: 20, business: 100 } as const;

/** Throws where a link has no document left. */
export const requireDocumentLeft = (
  { documents }: OnboardingLink,
  type: Customer['type'],
): void => {
  if (documents >= documents_max[type]) throw new ApiError('document_limit_reached');
};

/** The one projection of a link, as it is at a moment. */
export const toOnboardingLinkResource = (
  link: OnboardingLink,
  now: Date,
): OnboardingLinkResource => {
  const status = statusAt(link, now);
  const allowed_actions = status === 'active' ? [...onboardingLinkActions] : [];
  return { ...link, object: 'onboarding_link', status, status_reason: null, allowed_actions };
};

/** Where a customer can be sent back to: `loopback_too` also allows http to this machine, for a sandbox on a laptop. */
export const returnUrlErrors = (
  url: string,
  targets: 'public' | 'loopback_too',
): ApiErrorItem[] => {
  const { protocol = '', hostname = '', username = '', password = '' } = URL.parse(url) ?? {};
  const isHere = targets === 'loopback_too' && protocol === 'http:' && loopback.includes(hostname);
  const isAllowed = (protocol === 'https:' || isHere) && username === '' && password === '';
  const detail = 'Must be an absolute URL of https without credentials.';
  return isAllowed ? [] : [{ pointer: '/return_url', code: 'invalid_value', detail }];
};

const loopback = ['127.0.0.1', '[::1]', 'localhost'];

const touched = (link: OnboardingLink, now: Date): OnboardingLink => ({
  ...link,
  updated_at: now.toISOString(),
  version: link.version + 1,
});
