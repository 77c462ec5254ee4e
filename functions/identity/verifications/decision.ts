import type { ReadonlyDeep } from '../../core/json.ts';
import type { Requirements } from '../../core/requirement-schema.ts';
import type { Transition } from '../../core/transition.ts';
import {
  areSameAddresses,
  type Identity,
  isSameIdentity,
  withoutBirthDates,
} from '../customers/identity.ts';
import { isAsRead } from '../customers/latin-name.ts';
import {
  addressesOf,
  type Customer,
  type CustomerTransition,
  identityOf,
  summarise,
} from '../customers/model.ts';
import { type Person, provingPersons } from '../customers/persons.ts';
import { nothingRequired } from '../customers/requirements.ts';
import { latinNamesRead, type StatedExpiry } from './checks.ts';
import { type VerificationErrorCode, verificationErrors } from './errors.ts';
import {
  type Review,
  summaryAfter,
  transitionVerification,
  type Verification,
  type VerificationError,
  type VerificationTransition,
  verificationNotAllowed,
} from './model.ts';
import { type DocumentReferences, verificationRequirements } from './requirements.ts';
import type { VerificationResource } from './schema.ts';
import { actionsOf, type VerificationAction, type VerificationEventType } from './states.ts';

/** A decision, its reason where it is not `verified`, and the dates of documents where they were read. */
export type Decision =
  | { readonly outcome: 'verified'; readonly expiries?: readonly StatedExpiry[] }
  | { readonly outcome: 'rejected' | 'requires_input'; readonly code: VerificationErrorCode };

/** The decision of a caller; the schema of the request requires a code for what is not verified. */
export const statedDecision = ({
  outcome,
  code,
}: {
  readonly outcome: Decision['outcome'];
  readonly code?: VerificationErrorCode | null | undefined;
}): Decision => {
  if (outcome === 'verified') return { outcome };
  if (!code) throw new Error(`${outcome} without a code`);
  return { outcome, code };
};

/**
 * The verification after a decision; undefined when there is nothing to decide any more. Nobody is verified under another
 * identity than the one that was looked at, nor an address: then it needs input again.
 */
export const decidedVerification = (
  verification: Verification,
  customer: Customer,
  decision: Decision,
  now: Date,
  review: Review | null = null,
): VerificationTransition | undefined => {
  const mismatch = mismatchOf(verification, customer);
  const code = decision.outcome === 'verified' ? mismatch : decision.code;
  const decided_at = now.toISOString();
  if (code === undefined)
    return transitionVerification(verification, 'verify', now, {
      decided_at,
      review,
      last_error: null,
    });
  const changes = { decided_at, review, last_error: errorOf(code) };
  if (verificationErrors[code].leads_to === 'rejected')
    return transitionVerification(verification, 'reject', now, changes);
  const tried_document_ids = triedAfter(verification);
  return transitionVerification(verification, 'request_input', now, {
    ...changes,
    tried_document_ids,
  });
};

/** The newest tried documents that are kept: more than a verification can name, and few enough to store. */
const tried_documents_max = 200;

const triedAfter = ({ tried_document_ids: before, document_ids }: Verification): string[] =>
  [...before.filter((id) => !document_ids.includes(id)), ...document_ids].slice(
    -tried_documents_max,
  );

const errorOf = (code: VerificationErrorCode): VerificationError => {
  const { message, leads_to } = verificationErrors[code];
  return { code, message, retryable: leads_to === 'requires_input' };
};

/**
 * The data of a customer that is no longer as submitted; undefined when all that the level proves
 * is the same.
 */
const mismatchOf = (
  { level, identity: submitted, addresses, checks, submitted_at }: Verification,
  customer: Customer,
): VerificationErrorCode | undefined => {
  if (submitted === null) return 'name_mismatch';
  const current = withoutReadNames(
    identityOf(customer),
    submitted,
    latinNamesRead(checks, submitted_at),
    customer.id,
  );
  if (isSameIdentity(current, submitted))
    return level === 'enhanced' && !areSameAddresses(addressesOf(customer), addresses)
      ? 'address_mismatch'
      : undefined;
  const onlyBirthDate = isSameIdentity(withoutBirthDates(current), withoutBirthDates(submitted));
  return onlyBirthDate ? 'date_of_birth_mismatch' : 'name_mismatch';
};

/** An identity without the Latin names that were added since it was submitted, and that its own documents were read with. */
const withoutReadNames = (
  current: Identity,
  submitted: Identity,
  read: ReturnType<typeof latinNamesRead>,
  customerId: string,
): Identity => {
  const without = <One extends Omit<Identity, 'persons'>>(
    one: One,
    before: typeof one | undefined,
    id: string,
  ): One => {
    const { latin_names, ...others } = one;
    const ofZone = read.get(id);
    const isAdded =
      before && !before.latin_names && latin_names && ofZone && isAsRead(latin_names, ofZone);
    return isAdded ? (others as One) : one;
  };
  return {
    ...without(current, submitted, customerId),
    persons: current.persons.map((person) =>
      without(
        person,
        submitted.persons.find(({ id }) => id === person.id),
        person.id,
      ),
    ),
  };
};

/** A verification with its customer and their documents: what anything that happens to it is decided over. */
export type VerificationCase = {
  readonly verification: Verification;
  readonly customer: Customer;
  readonly documentReferences: DocumentReferences;
};

/** The outcome of a verification and of its customer. */
export type Outcome = {
  readonly verification: Transition<Verification, VerificationEventType>;
  /** The requirements afterwards. */
  readonly requirements: Requirements;
  /** Undefined where its verifications add up to the same as before. */
  readonly summary: CustomerTransition | undefined;
  /** As it is afterwards. */
  readonly customer: Customer;
  /** The dates of documents that were stated with a decision that verifies. */
  readonly expiries?: readonly StatedExpiry[];
};

/** The outcome of a transition: its customer, and what is required afterwards. */
export const transitionOutcome = (
  verification: Outcome['verification'],
  read: Omit<VerificationCase, 'verification'>,
  now: Date,
): Outcome => {
  const { after } = verification;
  const proven = summaryAfter(read.customer.verification, after, now);
  const summary = summarise(read.customer, proven, personsAfter(read.customer, after, now), now);
  const customer = summary?.after ?? read.customer;
  return {
    verification,
    summary,
    customer,
    requirements: openRequirements(verification.after, customer, read.documentReferences),
  };
};

/** The persons of a business after one of its verifications came to a status: with it, those who prove their identity are verified. */
const personsAfter = (
  { persons }: Customer,
  { status, level }: Pick<Verification, 'status' | 'level'>,
  now: Date,
): readonly Person[] => {
  if (status !== 'verified') return persons;
  const proving = provingPersons(persons, level);
  return persons.map((one) => {
    if (!proving.includes(one)) return one;
    const verification = summaryAfter(one.verification, { status, level }, now);
    return { ...one, verification, updated_at: now.toISOString(), version: one.version + 1 };
  });
};

/** The outcome of closing a customer for its open verification; undefined where that has ended. */
export const outcomeOfClosing = (
  open: Verification,
  customer: Customer,
  now: Date,
): Outcome | undefined => {
  const closed = transitionVerification(open, 'close', now);
  return closed && transitionOutcome(closed, { customer, documentReferences: noDocuments }, now);
};

/** The outcome of a verification that was made elsewhere. */
export const outcomeOfAttestation = (
  attested: Outcome['verification'],
  customer: Customer,
  now: Date,
): Outcome => transitionOutcome(attested, { customer, documentReferences: noDocuments }, now);

const noDocuments: DocumentReferences = { named: [], others: [] };

/** The outcome of a decision; undefined when there is nothing to decide any more. */
export const applyDecision = (
  read: VerificationCase,
  decision: Decision,
  now: Date,
  review: Review | null = null,
): Outcome | undefined => {
  const decided = decidedVerification(read.verification, read.customer, decision, now, review);
  if (!decided) return undefined;
  const isVerified = decision.outcome === 'verified' && decided.after.status === 'verified';
  return {
    ...transitionOutcome(decided, read, now),
    expiries: (isVerified && decision.expiries) || [],
  };
};

/** As applyDecision; `action_not_allowed` when there is nothing to decide. */
export const reviewerDecision = (...demand: Parameters<typeof applyDecision>): Outcome => {
  const outcome = applyDecision(...demand);
  if (outcome) return outcome;
  const [{ verification, customer, documentReferences }] = demand;
  const requirements = openRequirements(verification, customer, documentReferences);
  throw verificationNotAllowed(verification, verificationActions(verification, requirements));
};

/** The open requirements of a verification; none unless it waits for input. */
export const openRequirements = (
  verification: Verification,
  customer: Customer,
  documentReferences: DocumentReferences,
): Requirements =>
  verification.status === 'requires_input'
    ? verificationRequirements(verification, customer, documentReferences)
    : nothingRequired;

/**
 * The actions that a verification allows now, as path segments; submitting waits for everything
 * that is required.
 */
export const verificationActions = (
  { status }: Verification,
  { currently_due, pending_verification }: Requirements,
): VerificationAction[] => {
  const isComplete = currently_due.length + pending_verification.length === 0;
  return actionsOf(status).filter((action) => action !== 'submit' || isComplete);
};

/** The one projection of a verification; what the schema does not name is removed when it is checked. */
export const toVerificationResource = (
  verification: Verification,
  requirements: Requirements,
): VerificationResource => {
  const resource: ReadonlyDeep<VerificationResource> = {
    ...verification,
    object: 'verification',
    status_reason: verification.last_error?.code ?? null,
    allowed_actions: verificationActions(verification, requirements),
    requirements,
    country: verification.addresses?.[0]?.country ?? null,
  };
  return resource as VerificationResource;
};
