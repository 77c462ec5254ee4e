import type { DocumentVersion } from '../agreements/model.ts';
import type { VerificationLevel } from '../customers/persons.ts';
import type { DocumentType } from '../documents/states.ts';

/** The name of a feature of the catalogue, such as `virtual_cards`. */
export type FeatureId = string;

/**
 * The things that documents can prove; requirements call the first one `document.government_id`.
 */
export type ProofName = 'government_id' | 'selfie' | 'proof_of_address' | 'company_registration';

/** A feature and its rules. They are data: a change of them is a new `version`, and nothing else of the code. */
export type Feature = {
  readonly id: FeatureId;
  readonly name: string;
  readonly description: string;
  readonly version: number;
  readonly customer_types: readonly ('individual' | 'business')[];
  /** ISO 3166-1 alpha-2: where a person lives, or a company is incorporated. */
  readonly countries: readonly string[];
  /** In years, from 18. */
  readonly minimum_age: number;
  /** The identity check that is needed. */
  readonly level: VerificationLevel;
  /** The parts of a profile that it needs beyond those that the identity check asks for. */
  readonly profile: readonly ('phone' | 'address')[];
  /** The texts that the customer has accepted, in this version or a later one; where the environment requires agreements. */
  readonly agreements: readonly DocumentVersion[];
  /** How many times the usual caps it allows; 0: it sets none. */
  readonly caps: number;
  /**
   * The day, UTC, from which nobody can use it, as `2027-03-31`. Nobody can activate it any more as soon as the day is set; who
   * has it keeps it until then. Absent: it stays.
   */
  readonly retired_on?: string;
};

/** The offers of a programme, its customers and its amounts: data that a deployer may change. docs/explain/catalogue.md explains it. */
export type Catalogue = {
  /** Limits of features are shown in this currency, ISO 4217; those of a card are in its own. */
  readonly currency: string;
  /** The usual cap of a day by the currencies that cards are offered in, in minor units. An environment may set other amounts. */
  readonly daily_caps: Readonly<Record<string, number>>;
  /** The caps of longer intervals as multiples of the day's. */
  readonly multiples: Readonly<Record<'weekly' | 'monthly' | 'yearly', number>>;
  /** The types of documents that prove something: any one of them does, the first is offered first. */
  readonly documents: Readonly<Record<ProofName, readonly DocumentType[]>>;
  readonly proofs: {
    /** The proofs of each person for a level of verification. */
    readonly person: Readonly<Record<VerificationLevel, readonly ProofName[]>>;
    /** The further proofs of a business. */
    readonly business: readonly ProofName[];
  };
  /** The features that cards need, null: no such cards are offered; and those that raise the caps of every card. */
  readonly cards: {
    readonly virtual: FeatureId | null;
    readonly physical: FeatureId | null;
    /** Needed besides for cards in another currency than the account's. */
    readonly foreign_currency: FeatureId | null;
    readonly raising_caps: readonly FeatureId[];
  };
  /** In the order of `GET /features`. */
  readonly features: readonly Feature[];
};
