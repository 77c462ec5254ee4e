import { addressesOf, type Customer, identityOf } from '../customers/customer.ts';
import { correctedProfile, type ProfilePart } from '../customers/profile-requirements.ts';
import type { Requirement } from '../requirement.ts';
import { same } from '../same.ts';
import { helps, type Paper, type Proof } from './documents.ts';
import { remedyOf, verificationErrors } from './errors.ts';
import type { Verification } from './verification.ts';

/** What was decided against a verification and over what: it tells whether better input has come since. */
export type Refused = Pick<Verification, 'last_error' | 'identity' | 'addresses' | 'tried_document_ids'>;

/** What is still to be done about a refusal: a correction of the profile, or a new document for a proof. */
export type Cure = {
  readonly correction?: Requirement;
  readonly renewed?: {
    /** With the choices that are left, and the error's own words. */
    readonly proof: Proof;
    /** Whether a document was looked at for it already: it does not help again. */
    readonly isSpent: (paper: Pick<Paper, 'id' | 'type'>) => boolean;
  };
  /** The proofs whose renewal would do as well, while nothing has come for any. */
  readonly documents: readonly Proof[];
};

/**
 * What a refusal asks for; undefined where nothing was refused, and once the profile says otherwise. A document that was
 * looked at does not help again; one that came later, or that the verification was made to name since, does.
 */
export const cureOf = (
  refused: Refused,
  customer: Customer,
  proofs: readonly Proof[],
  { named, others }: { readonly named: readonly Paper[]; readonly others: readonly Paper[] },
): Cure | undefined => {
  const code = refused.last_error?.code;
  const remedy = code && remedyOf(code);
  if (!remedy || (remedy.profile && hasChanged(remedy.profile, customer, refused))) return undefined;
  const isTried = ({ id }: Pick<Paper, 'id'>) => refused.tried_document_ids.includes(id);
  const newest = refused.tried_document_ids.reduce((one, other) => (one > other ? one : other), '');
  const triedTypes = [...named, ...others].filter(isTried).map(({ type }) => type);
  const fresh = [...named, ...others.filter(({ id }) => id > newest)].filter((one) => !isTried(one) && helps(one));
  const wanted = remedy.documents.flatMap((one) => proofs.find((proof) => proof.code === one) ?? []);
  const renewals = wanted.map(({ choices, ...proof }) => ({
    proof: {
      ...proof,
      description: verificationErrors[code].message,
      choices: remedy.of_another_type ? untried(choices, triedTypes) : choices,
    },
    isSpent: (paper: Pick<Paper, 'id' | 'type'>) => isTried(paper) && choices.includes(paper.type),
  }));
  const begun = renewals.find(({ proof }) => fresh.some(({ type }) => proof.choices.includes(type)));
  if (begun) return { renewed: begun, documents: [] };
  const documents = renewals.map(({ proof }) => proof);
  if (remedy.profile)
    return { correction: correctedProfile(customer, remedy.profile, verificationErrors[code].message), documents };
  const [renewed] = renewals;
  return renewed && { renewed, documents: documents.slice(1) };
};

/** The choices that were not tried; where all were, any. */
const untried = (choices: Proof['choices'], tried: Proof['choices']): Proof['choices'] => {
  const left = choices.filter((type) => !tried.includes(type));
  return left.length > 0 ? left : choices;
};

const hasChanged = (part: ProfilePart, customer: Customer, { identity, addresses }: Refused): boolean => {
  if (part === 'address') return !same(addressesOf(customer), addresses);
  const current = identityOf(customer);
  if (part === 'date_of_birth') return current.date_of_birth !== identity?.date_of_birth;
  return !same({ ...current, date_of_birth: null }, { ...identity, date_of_birth: null });
};
