import { ApiError } from '../../core/api-error.ts';
import { deepEqual, type ReadonlyDeep } from '../../core/json.ts';
import type { Transition, Updated } from '../../core/transition.ts';
import type { Customer } from '../customers/model.ts';
import { type Person, significantPersons } from '../customers/persons.ts';
import type { ListMatch, ScreeningAnswer, ScreeningSubject } from '../screeners/screener.ts';
import type { ScreeningDecision, ScreeningResource } from './schema.ts';
import {
  type ScreeningAction,
  type ScreeningEventType,
  screeningActionNames,
  screeningTransitions,
} from './states.ts';

/** The decision of an operator about an entry. It stays, whatever later searches find. */
export type EntryDecision = {
  readonly list: string;
  readonly entry_id: string;
  readonly outcome: 'cleared' | 'confirmed';
  readonly reason: string;
  readonly operator_id: string;
  readonly at: string;
};

/** That no name could be compared, what was decided about it, and the names: a decision holds for these. */
export type NotComparable = ReadonlyDeep<NonNullable<ScreeningResource['not_comparable']>> & {
  readonly names: readonly string[];
};

type Derived = 'object' | 'matches' | 'allowed_actions' | 'open_count' | 'not_comparable';

/** A screening as stored: the newest result of one subject, and what was decided about entries. */
export type Screening = ReadonlyDeep<Omit<ScreeningResource, Derived>> & {
  readonly tenant_id: string;
  readonly matches: readonly ListMatch[];
  readonly decisions: readonly EntryDecision[];
  /** Null where a name was compared. */
  readonly not_comparable: NotComparable | null;
};

/** So many decisions about entries are kept, the newest. */
const decisions_max = 200;

/** The id of the screening of a subject: there is one for each, so it follows from the subject's. */
export const screeningIdOf = (subjectId: string): string =>
  `scr${subjectId.slice(subjectId.lastIndexOf('_'))}`;

/**
 * The customer and persons who are screened before a verification: the customer itself, and of a
 * business the persons by whom it is known.
 */
export const screenedOf = (customer: Customer): readonly (Customer | Person)[] => [
  customer,
  ...significantPersons(customer.persons),
];

/** A customer with all its persons: once screened, they stay so. */
export const everyoneOf = (customer: Customer): readonly (Customer | Person)[] => [
  customer,
  ...customer.persons,
];

/** The data by which a customer or person is searched; undefined without a name. */
export const subjectOf = (who: Customer | Person): ScreeningSubject | undefined => {
  const { id, address } = who;
  if ('type' in who && who.type === 'business')
    return named([who.legal_name, who.latin_name?.legal_name], {
      id,
      type: 'organization',
      birth_date: null,
      nationality: null,
      country: who.incorporation_country,
    });
  const { latin_name, date_of_birth: birth_date, nationality } = who;
  const names = [wholeName(who), latin_name && wholeName(latin_name)];
  return named(names, {
    id,
    type: 'person',
    birth_date,
    nationality,
    country: address?.country ?? null,
  });
};

const wholeName = ({
  first_name,
  middle_name,
  last_name,
}: Pick<Person, 'first_name' | 'middle_name' | 'last_name'>) =>
  [first_name, middle_name, last_name].filter((part) => part !== null).join(' ');

const named = (
  names: readonly (string | null | undefined)[],
  subject: Omit<ScreeningSubject, 'names'>,
): ScreeningSubject | undefined => {
  const given = names.filter(
    (name) => name !== null && name !== undefined && name !== '',
  ) as string[];
  return given.length > 0 ? { ...subject, names: [...new Set(given)] } : undefined;
};

/**
 * The owner of a screening: the customer, and the subject that is the customer or a person of it.
 */
export type Owner = Pick<Screening, 'tenant_id' | 'customer_id' | 'subject_id'>;

/** The findings of a search, and the names that it searched for. */
type Found = ScreeningAnswer & Pick<ScreeningSubject, 'names'>;

/** The screening after a search. Findings that are new have an event, and so has the end of the last open one. */
export const searched = (
  read: Screening | undefined,
  owner: Owner,
  answer: Found,
  now: Date,
): Transition<Screening, ScreeningEventType> => {
  const before = read ?? newScreening(owner, now);
  const { list_version, matches } = answer;
  const not_comparable = notComparableAfter(before.not_comparable, answer);
  const found = touched(
    { ...before, list_version, matches, not_comparable, screened_at: now.toISOString() },
    now,
  );
  const after = read ? withStatus(found) : { ...withStatus(found), version: 1 };
  const trigger = triggerOf(before, after);
  const event = trigger && screeningTransitions[before.status][trigger];
  return { ...(read && { before: read }), after, ...(event && { event }) };
};

/**
 * The finding that no name could be compared, after a search. A finding that an operator cleared
 * stays cleared for these names alone. One that an operator confirmed stays, as an entry does:
 * another name makes nobody somebody else.
 */
const notComparableAfter = (
  before: NotComparable | null,
  { names, not_compared }: Found,
): NotComparable | null => {
  const scripts = [...not_compared];
  if (before?.status === 'confirmed')
    return { ...before, ...(scripts.length > 0 && { names, scripts }) };
  if (scripts.length === 0) return null;
  if (before && deepEqual(before.names, names)) return { ...before, scripts };
  return { names, scripts, status: 'open', decided_at: null, decided_by: null, reason: null };
};

const triggerOf = (before: Screening, after: Screening) => {
  const isNew = (match: ListMatch) => !before.matches.some((known) => isSame(known, match));
  if (openMatches(after).some(isNew)) return 'find';
  const { not_comparable } = after;
  if (not_comparable?.status === 'open' && !deepEqual(not_comparable.names, openNames(before)))
    return 'miss';
  return after.status === 'clear' ? 'lose' : undefined;
};

/** The names about which an operator has still to decide, as none of them can be compared. */
const openNames = ({ not_comparable }: Screening): readonly string[] =>
  not_comparable?.status === 'open' ? not_comparable.names : [];

/** A decision of an operator, as the request states it. */
type Decision = ScreeningDecision & { readonly operator_id: string };

/** The screening after an operator's decision about a finding, or the refusal of one that is not there or not to decide. */
export const decidedFinding = (
  screening: Screening,
  action: ScreeningAction,
  decision: Decision,
  now: Date,
): Updated<Screening, ScreeningEventType> => {
  const outcome = action === 'clear' ? 'cleared' : 'confirmed';
  const event = screeningTransitions[screening.status][action];
  const decided =
    'finding' in decision
      ? withNameDecided(screening, decision, outcome, now)
      : withEntryDecided(screening, { ...decision, outcome, at: now.toISOString() });
  if (!event || !decided) throw notAllowed(screening);
  const after = touched(
    withStatus({ ...screening, ...decided, status_reason: decision.reason }),
    now,
  );
  return { before: screening, after, event };
};

/** Undefined where the entry was not found, or is decided so already. */
const withEntryDecided = (screening: Screening, decision: EntryDecision) => {
  const match = screening.matches.find((one) => isSame(one, decision));
  if (!match || decisionOf(screening, match)?.outcome === decision.outcome) return undefined;
  const others = screening.decisions.filter((one) => !isSame(one, decision));
  return { decisions: [...others, decision].slice(-decisions_max) };
};

/** Undefined where a name was compared, or that is decided so already. */
const withNameDecided = (
  { not_comparable }: Screening,
  { reason, operator_id: decided_by }: Pick<Decision, 'reason' | 'operator_id'>,
  status: EntryDecision['outcome'],
  now: Date,
) => {
  if (!not_comparable || not_comparable.status === status) return undefined;
  return {
    not_comparable: {
      ...not_comparable,
      status,
      decided_at: now.toISOString(),
      decided_by,
      reason,
    },
  };
};

/** The decision about an entry; undefined: it is open. */
export const decisionOf = (
  { decisions }: Pick<Screening, 'decisions'>,
  match: ListMatch,
): EntryDecision | undefined => decisions.find((one) => isSame(one, match));

/** The entries that nobody has decided about. */
export const openMatches = (screening: Pick<Screening, 'matches' | 'decisions'>): ListMatch[] =>
  screening.matches.filter((match) => decisionOf(screening, match) === undefined);

/** How many findings nobody has decided about. */
export const openCount = (screening: Screening): number =>
  openMatches(screening).length + (screening.not_comparable?.status === 'open' ? 1 : 0);

/** The actions that findings allow now, as path segments. */
export const screeningActions = (screening: Screening): ScreeningAction[] =>
  screeningActionNames.filter(
    (action) =>
      screeningTransitions[screening.status][action] !== undefined &&
      (screening.matches.length > 0 || screening.not_comparable !== null),
  );

/** Whether no finding is open or confirmed; so it is with somebody who was never screened. */
export const isClear = (screening: Screening | undefined): boolean =>
  (screening?.status ?? 'clear') === 'clear';

const newScreening = (owner: Owner, now: Date): Screening => ({
  ...owner,
  id: screeningIdOf(owner.subject_id),
  status: 'clear',
  status_reason: null,
  list_version: '',
  screened_at: now.toISOString(),
  matches: [],
  decisions: [],
  not_comparable: null,
  created_at: now.toISOString(),
  updated_at: now.toISOString(),
  version: 0,
});

/** A confirmed finding counts more than those that are open, and stays when nothing is found any more. */
const withStatus = (screening: Screening): Screening => {
  const isConfirmed =
    screening.decisions.some(({ outcome }) => outcome === 'confirmed') ||
    screening.not_comparable?.status === 'confirmed';
  const status = isConfirmed ? 'confirmed' : openCount(screening) > 0 ? 'open' : 'clear';
  return { ...screening, status };
};

const isSame = (
  one: Pick<ListMatch, 'list' | 'entry_id'>,
  other: Pick<ListMatch, 'list' | 'entry_id'>,
): boolean => one.list === other.list && one.entry_id === other.entry_id;

const notAllowed = (screening: Screening): ApiError =>
  new ApiError('action_not_allowed', {
    current_status: screening.status,
    allowed_actions: screeningActions(screening),
  });

const touched = (screening: Screening, now: Date): Screening => ({
  ...screening,
  updated_at: now.toISOString(),
  version: screening.version + 1,
});
