import type { Account } from '../accounts/model.ts';
import { ApiError, type ApiErrorItem } from '../api-error.ts';
import type { Customer } from '../customers/model.ts';
import type { documentTypes } from '../documents/states.ts';
import type { OnboardingLink } from '../onboarding-links/model.ts';
import { requireActive, statusAt } from '../onboarding-links/model.ts';
import { nothingRequired, type Requirement, type Requirements, type ResolvingCall } from '../requirement.ts';
import { openRequirements } from '../verifications/decision.ts';
import { proofsOf } from '../verifications/documents.ts';
import { provesLevel, type Verification } from '../verifications/model.ts';
import { type DocumentReferences, identityRequirements } from '../verifications/requirements.ts';
import type { OnboardingResource } from './schema.ts';

/** Whom a link is about, and how far their verification is. */
export type Onboarding = {
  readonly link: OnboardingLink;
  readonly account: Account;
  readonly customer: Customer;
  /** The verification of a completed link, otherwise the open one of the customer. */
  readonly verification: Verification | undefined;
};

/** What decides over what is asked. */
export type Asking = Pick<Onboarding, 'link' | 'customer' | 'verification'>;

/** The level to be proven: that of an open verification, or that of the link. */
export const levelOf = ({ link, verification }: Pick<Onboarding, 'link' | 'verification'>) =>
  verification?.level ?? link.level;

/** Whether the customer has something to do: nothing was submitted, and the level is not proven. */
export const isAsking = ({ link, customer, verification }: Asking): boolean =>
  link.status === 'active' &&
  (verification ? verification.status === 'requires_input' : !provesLevel(customer.verification, link.level));

/** What the customer still has to do; a document is named by the submission, so that is not asked. */
export const requirementsOf = (onboarding: Asking, documentReferences: DocumentReferences): Requirements => {
  const { customer, verification } = onboarding;
  if (!isAsking(onboarding)) return nothingRequired;
  const { currently_due, pending_verification } = verification
    ? openRequirements(verification, customer, documentReferences)
    : identityRequirements(customer, { level: levelOf(onboarding) }, documentReferences);
  const asked = currently_due.filter(({ code }) => code !== namingCode);
  return { currently_due: asked.map(ofPage), pending_verification: pending_verification.map(ofPage) };
};

const namingCode = 'verification.document_ids';

const ofPage = (requirement: Requirement): Requirement => ({
  ...requirement,
  resolve_with: requirement.resolve_with && callOfPage(requirement.resolve_with),
  alternatives: requirement.alternatives.map(callOfPage),
});

/** A call of the API as the page makes it. */
const callOfPage = ({ path, ...call }: ResolvingCall): ResolvingCall => ({
  ...call,
  path: path
    .replace(/^customers\/[^/]+\/documents$/, 'onboarding/documents')
    .replace(/^customers\/[^/]+$/, 'onboarding/profile')
    .replace(/^documents\//, 'onboarding/documents/'),
});

/** The fields of the profile that calls of these requirements set. */
export const fieldsAsked = ({ currently_due }: Requirements): string[] => {
  const calls = currently_due.flatMap(({ resolve_with, alternatives }) => [resolve_with, ...alternatives]);
  const patches = calls.filter((call) => call?.method === 'PATCH');
  return [...new Set(patches.flatMap((call) => Object.keys(call?.body ?? {})))];
};

/** The fields that the customer can change: what is asked now, and what was when the link was created. */
export const editableFields = (onboarding: Onboarding, requirements: Requirements): string[] =>
  isAsking(onboarding) ? [...new Set([...onboarding.link.asked_fields, ...fieldsAsked(requirements)])] : [];

/** Throws unless the customer has something to do. */
export const requireAsking = (onboarding: Onboarding, now: Date): void => {
  requireActive(onboarding.link, now);
  if (isAsking(onboarding)) return;
  const current_status = onboarding.verification?.status ?? onboarding.customer.verification.status;
  throw new ApiError('action_not_allowed', { current_status, allowed_actions: [] });
};

/** Throws for a field that nobody asks of the customer. */
export const requireAsked = (patch: object, editable: readonly string[]): void => {
  const errors = Object.keys(patch)
    .filter((name) => !editable.includes(name))
    .map((name): ApiErrorItem => ({ pointer: `/${name}`, code: 'invalid_value', detail: notAsked }));
  if (errors.length > 0) throw new ApiError('validation_failed', { errors });
};

const notAsked = 'This is not asked of the customer.';

/** Throws for a document that proves nothing of what is asked. */
export const requireProof = (type: (typeof documentTypes)[number], onboarding: Onboarding): void => {
  const choices = proofsOf(onboarding.customer, levelOf(onboarding)).flatMap((proof) => proof.choices);
  if (choices.includes(type)) return;
  throw new ApiError('validation_failed', { errors: [{ pointer: '/type', code: 'invalid_value', detail: notAsked }] });
};

/** What the page shows. A completed link shows nothing of the profile any more. */
export const toOnboardingResource = (
  onboarding: Onboarding,
  requirements: Requirements,
  now: Date,
): OnboardingResource => {
  const { link, account, customer, verification } = onboarding;
  const { first_name, middle_name, last_name, date_of_birth, nationality, address } =
    customer.type === 'individual' ? customer : nobody;
  const decided = verification?.status ?? (customer.verification.status === 'verified' ? 'verified' : null);
  return {
    object: 'onboarding',
    status: statusAt(link, now) === 'completed' ? 'completed' : 'active',
    business: { name: account.name, brand_color: link.brand_color },
    return_url: link.return_url,
    expires_at: link.expires_at,
    level: levelOf(onboarding),
    profile: isAsking(onboarding)
      ? { first_name, middle_name, last_name, date_of_birth, nationality, address: address && { ...address } }
      : null,
    editable_fields: editableFields(onboarding, requirements),
    requirements: requirements as OnboardingResource['requirements'],
    verification: decided && { status: decided, last_error: verification?.last_error ?? null },
  };
};

const nobody = {
  ...{ first_name: null, middle_name: null, last_name: null, date_of_birth: null, nationality: null, address: null },
};
