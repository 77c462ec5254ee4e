import { ApiError, type ApiErrorItem } from '../../core/api-error.ts';
import type { Requirement, Requirements, ResolvingCall } from '../../core/requirement-schema.ts';
import type { Account } from '../../tenants/accounts/model.ts';
import type { Customer } from '../customers/model.ts';
import type { Person } from '../customers/persons.ts';
import { provesLevel } from '../customers/persons.ts';
import { nothingRequired } from '../customers/requirements.ts';
import type { DocumentCreate } from '../documents/schema.ts';
import type { OnboardingLink } from '../onboarding-links/model.ts';
import { requireActive, statusAt } from '../onboarding-links/model.ts';
import { openRequirements } from '../verifications/decision.ts';
import { proofsOf } from '../verifications/documents.ts';
import type { Verification } from '../verifications/model.ts';
import { type DocumentReferences, identityRequirements } from '../verifications/requirements.ts';
import type { OnboardingPersonPatch, OnboardingResource } from './schema.ts';

/** Whom a link is about, and how far their verification is. */
export type Onboarding = {
  readonly link: OnboardingLink;
  readonly account: Account;
  readonly customer: Customer;
  /** The verification of a completed link, otherwise the open one of the customer. */
  readonly verification: Verification | undefined;
};

/** The resources that decide over the questions. */
export type Asking = Pick<Onboarding, 'link' | 'customer' | 'verification'>;

/** The level to be proven: that of an open verification, or that of the link. */
export const levelOf = ({ link, verification }: Pick<Onboarding, 'link' | 'verification'>) =>
  verification?.level ?? link.level;

/** Whether the customer has something to do: nothing was submitted, and the level is not proven. */
export const isAsking = ({ link, customer, verification }: Asking): boolean =>
  link.status === 'active' &&
  (verification
    ? verification.status === 'requires_input'
    : !provesLevel(customer.verification, link.level));

/**
 * The requirements of the customer; a document is named by the submission, so that is not asked.
 */
export const requirementsOf = (
  onboarding: Asking,
  documentReferences: DocumentReferences,
): Requirements => {
  const { customer, verification } = onboarding;
  if (!isAsking(onboarding)) return nothingRequired;
  const { currently_due, pending_verification } = verification
    ? openRequirements(verification, customer, documentReferences)
    : identityRequirements(customer, { level: levelOf(onboarding) }, documentReferences);
  const asked = currently_due.filter(({ code }) => code !== namingCode);
  return {
    currently_due: asked.map(ofPage),
    pending_verification: pending_verification.map(ofPage),
  };
};

const namingCode = 'verification.document_ids';

const ofPage = (requirement: Requirement): Requirement => ({
  ...requirement,
  resolve_with: requirement.resolve_with && callOfPage(requirement.resolve_with),
  // The business that asks may exempt a customer from listing its owners; the customer may not.
  alternatives: requirement.alternatives.filter(({ body }) => !isExemption(body)).map(callOfPage),
});

const isExemption = (body: ResolvingCall['body']): boolean =>
  body !== null && 'ownership_exemption' in body;

/** A call of the API as the page makes it. */
const callOfPage = ({ path, ...call }: ResolvingCall): ResolvingCall => ({
  ...call,
  path: path
    .replace(/^customers\/[^/]+\/(documents|persons)$/, 'onboarding/$1')
    .replace(/^customers\/[^/]+$/, 'onboarding/profile')
    .replace(/^(documents|persons)\//, 'onboarding/$1/'),
});

/**
 * The fields that calls of these requirements change: fields of the profile by their names, of a
 * person as `persons.prs_….nationality`, and `persons` where one is to be added.
 */
export const fieldsAsked = ({ currently_due }: Requirements): string[] => {
  const calls = currently_due.flatMap(({ resolve_with, alternatives }) => [
    resolve_with,
    ...alternatives,
  ]);
  return [...new Set(calls.flatMap((call) => (call ? askedBy(call) : [])))];
};

const askedBy = ({ method, path, body }: ResolvingCall): string[] => {
  if (path === 'onboarding/persons') return ['persons'];
  if (method !== 'PATCH') return [];
  const [, , person] = path.split('/');
  return Object.keys(body ?? {}).map((name) => (person ? `persons.${person}.${name}` : name));
};

/** The fields that the customer can change: what is asked now, and what was when the link was created. */
export const editableFields = (onboarding: Onboarding, requirements: Requirements): string[] =>
  isAsking(onboarding)
    ? [...new Set([...onboarding.link.asked_fields, ...fieldsAsked(requirements)])]
    : [];

/** The fields that the page can set of a person. */
const personFields: readonly (keyof OnboardingPersonPatch)[] = [
  ...(['roles', 'ownership_percent', 'first_name', 'middle_name', 'last_name'] as const),
  ...(['latin_name', 'date_of_birth', 'nationality', 'address'] as const),
];

/** The fields of a person that the customer can change: all of one who was added by the link, of others what is asked. */
export const editablePersonFields = (
  { person_ids }: OnboardingLink,
  editable: readonly string[],
  id: string,
) =>
  personFields.filter(
    (name) => person_ids.includes(id) || editable.includes(`persons.${id}.${name}`),
  );

/** Throws unless persons are asked. */
export const requirePersonsAsked = (
  { customer }: Onboarding,
  editable: readonly string[],
): void => {
  if (editable.includes('persons')) return;
  throw new ApiError('action_not_allowed', {
    current_status: customer.verification.status,
    allowed_actions: [],
  });
};

/** Throws where a role is taken from somebody who was not added by the link. */
export const requireRolesKept = (
  { person_ids }: OnboardingLink,
  { id, roles }: Person,
  given: readonly string[],
) => {
  if (person_ids.includes(id) || roles.every((role) => given.includes(role))) return;
  const errors = [
    {
      pointer: '/roles',
      code: 'invalid_value' as const,
      detail: 'Keep the roles that the person has.',
    },
  ];
  throw new ApiError('validation_failed', { errors });
};

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
    .map(
      (name): ApiErrorItem => ({ pointer: `/${name}`, code: 'invalid_value', detail: notAsked }),
    );
  if (errors.length > 0) throw new ApiError('validation_failed', { errors });
};

const notAsked = 'This is not asked of the customer.';

/** Throws for a document that proves nothing of what is asked, or is of a person of whom nothing is. */
export const requireProof = (
  { type, person_id = null }: Pick<DocumentCreate, 'type' | 'person_id'>,
  onboarding: Onboarding,
): void => {
  const asked = proofsOf(onboarding.customer, levelOf(onboarding)).filter(
    (proof) => proof.person_id === person_id,
  );
  if (asked.some(({ choices }) => choices.includes(type))) return;
  const pointer = asked.length > 0 || person_id === null ? '/type' : '/person_id';
  throw new ApiError('validation_failed', {
    errors: [{ pointer, code: 'invalid_value', detail: notAsked }],
  });
};

/** The resource that the page shows. A completed link shows nothing of the profile any more. */
export const toOnboardingResource = (
  onboarding: Onboarding,
  requirements: Requirements,
  now: Date,
): OnboardingResource => {
  const { link, account, customer, verification } = onboarding;
  const editable = editableFields(onboarding, requirements);
  const decided =
    verification?.status ?? (customer.verification.status === 'verified' ? 'verified' : null);
  return {
    object: 'onboarding',
    status: statusAt(link, now) === 'completed' ? 'completed' : 'active',
    business: { name: account.name, brand_color: link.brand_color },
    return_url: link.return_url,
    expires_at: link.expires_at,
    level: levelOf(onboarding),
    type: customer.type,
    profile: isAsking(onboarding) ? profileOf(customer) : null,
    editable_fields: editable.filter((name) => !name.includes('.')),
    persons: isAsking(onboarding)
      ? customer.persons.map((one) => personOf(one, editablePersonFields(link, editable, one.id)))
      : [],
    requirements: requirements as OnboardingResource['requirements'],
    verification: decided && { status: decided, last_error: verification?.last_error ?? null },
  };
};

const profileOf = (customer: Customer): NonNullable<OnboardingResource['profile']> => {
  const legal_name = customer.type === 'business' ? customer.legal_name : null;
  const { first_name, middle_name, last_name, date_of_birth, nationality } =
    customer.type === 'individual' ? customer : nobody;
  const address = customer.address && { ...customer.address };
  const latin_name = customer.latin_name && { ...customer.latin_name };
  return {
    legal_name,
    first_name,
    middle_name,
    last_name,
    latin_name,
    date_of_birth,
    nationality,
    address,
  };
};

const nobody = {
  first_name: null,
  middle_name: null,
  last_name: null,
  date_of_birth: null,
  nationality: null,
};

/** A person on the page: of what cannot be changed, only who it is. */
const personOf = (
  person: Person,
  editable_fields: string[],
): OnboardingResource['persons'][number] => {
  const { id, roles, ownership_percent, first_name, middle_name, last_name } = person;
  const shown = <T>(name: string, value: T): T | null =>
    editable_fields.includes(name) ? value : null;
  return {
    id,
    roles: [...roles],
    ownership_percent,
    first_name,
    middle_name,
    last_name,
    editable_fields,
    latin_name: shown('latin_name', person.latin_name),
    date_of_birth: shown('date_of_birth', person.date_of_birth),
    nationality: shown('nationality', person.nationality),
    address: shown('address', person.address && { ...person.address }),
  };
};
