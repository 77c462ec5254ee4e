import { ApiError } from '../api-error.ts';
import type { Customer } from '../customers/model.ts';
import { type Person, significantPersons } from '../customers/persons.ts';
import type { ReadonlyDeep } from '../json.ts';
import type { ListMatch, ScreeningAnswer, ScreeningSubject } from '../screeners/screener.ts';
import type { Transition, Updated } from '../transition.ts';
import type { ScreeningResource } from './schema.ts';
import { type ScreeningAction, type ScreeningEventType, screeningActionNames, screeningTransitions } from './states.ts';

/** What an operator decided about an entry. It stays, whatever later searches find. */
export type EntryDecision = {
  readonly list: string;
  readonly entry_id: string;
  readonly outcome: 'cleared' | 'confirmed';
  readonly reason: string;
  readonly operator_id: string;
  readonly at: string;
};

type Derived = 'object' | 'matches' | 'allowed_actions' | 'open_count';

/** A screening as stored: the newest result of one subject, and what was decided about entries. */
export type Screening = ReadonlyDeep<Omit<ScreeningResource, Derived>> & {
  readonly tenant_id: string;
  readonly matches: readonly ListMatch[];
  readonly decisions: readonly EntryDecision[];
};

/** So many decisions about entries are kept, the newest. */
const decisions_max = 200;

/** The id of the screening of a subject: there is one for each, so it follows from the subject's. */
export const screeningIdOf = (subjectId: string): string => `scr${subjectId.slice(subjectId.lastIndexOf('_'))}`;

/** Who of a customer is screened before it verifies: itself, and of a business the persons by whom it is known. */
export const screenedOf = (customer: Customer): readonly (Customer | Person)[] => [
  customer,
  ...significantPersons(customer.persons),
];

/** A customer with all its persons: once screened, they stay so. */
export const everyoneOf = (customer: Customer): readonly (Customer | Person)[] => [customer, ...customer.persons];

/** What somebody is searched by; undefined for who has no name any more. */
export const subjectOf = (who: Customer | Person): ScreeningSubject | undefined => {
  const { id, address } = who;
  if ('type' in who && who.type === 'business')
    return named(who.legal_name ?? '', {
      ...{ id, type: 'organization', birth_date: null, nationality: null },
      country: who.incorporation_country,
    });
  const { first_name, middle_name, last_name, date_of_birth: birth_date, nationality } = who;
  const name = [first_name, middle_name, last_name].filter((part) => part !== null).join(' ');
  return named(name, { id, type: 'person', birth_date, nationality, country: address?.country ?? null });
};

const named = (name: string, subject: Omit<ScreeningSubject, 'names'>): ScreeningSubject | undefined =>
  name === '' ? undefined : { ...subject, names: [name] };

/** Whose screening it is: the customer, and the subject that is the customer or a person of it. */
export type Owner = Pick<Screening, 'tenant_id' | 'customer_id' | 'subject_id'>;

/** The screening after a search. Entries that are new have an event, and so has the end of the last open one. */
export const searched = (
  read: Screening | undefined,
  owner: Owner,
  { list_version, matches }: ScreeningAnswer,
  now: Date,
): Transition<Screening, ScreeningEventType> => {
  const before = read ?? newScreening(owner, now);
  const found = touched({ ...before, list_version, matches, screened_at: now.toISOString() }, now);
  const after = read ? withStatus(found) : { ...withStatus(found), version: 1 };
  const isNew = (match: ListMatch) => !before.matches.some((known) => isSame(known, match));
  const trigger = openMatches(after).some(isNew) ? 'find' : after.status === 'clear' ? 'lose' : undefined;
  const event = trigger && screeningTransitions[before.status][trigger];
  return { ...(read && { before: read }), after, ...(event && { event }) };
};

/** The screening after an operator's decision about an entry, or the refusal of one that is not there or not to decide. */
export const decidedEntry = (
  screening: Screening,
  action: ScreeningAction,
  decision: Omit<EntryDecision, 'outcome' | 'at'>,
  now: Date,
): Updated<Screening, ScreeningEventType> => {
  const outcome = action === 'clear' ? 'cleared' : 'confirmed';
  const match = screening.matches.find((one) => isSame(one, decision));
  const event = screeningTransitions[screening.status][action];
  if (!event || !match || decisionOf(screening, match)?.outcome === outcome) throw notAllowed(screening);
  const others = screening.decisions.filter((one) => !isSame(one, decision));
  const decisions = [...others, { ...decision, outcome, at: now.toISOString() } as const].slice(-decisions_max);
  return {
    before: screening,
    after: touched(withStatus({ ...screening, decisions, status_reason: decision.reason }), now),
    event,
  };
};

/** What is decided about an entry; undefined: it is open. */
export const decisionOf = ({ decisions }: Pick<Screening, 'decisions'>, match: ListMatch): EntryDecision | undefined =>
  decisions.find((one) => isSame(one, match));

/** The entries that nobody has decided about. */
export const openMatches = (screening: Pick<Screening, 'matches' | 'decisions'>): ListMatch[] =>
  screening.matches.filter((match) => decisionOf(screening, match) === undefined);

/** What may be done with entries now, as path segments. */
export const screeningActions = (screening: Screening): ScreeningAction[] =>
  screeningActionNames.filter(
    (action) => screeningTransitions[screening.status][action] !== undefined && screening.matches.length > 0,
  );

/** Whether no entry is open or confirmed; so it is with somebody who was never screened. */
export const isClear = (screening: Screening | undefined): boolean => (screening?.status ?? 'clear') === 'clear';

const newScreening = (owner: Owner, now: Date): Screening => ({
  ...owner,
  id: screeningIdOf(owner.subject_id),
  status: 'clear',
  status_reason: null,
  list_version: '',
  screened_at: now.toISOString(),
  matches: [],
  decisions: [],
  created_at: now.toISOString(),
  updated_at: now.toISOString(),
  version: 0,
});

/** A confirmed entry counts more than those that are open, and stays when it is on the list no more. */
const withStatus = (screening: Screening): Screening => {
  const isConfirmed = screening.decisions.some(({ outcome }) => outcome === 'confirmed');
  const status = isConfirmed ? 'confirmed' : openMatches(screening).length > 0 ? 'open' : 'clear';
  return { ...screening, status };
};

const isSame = (one: Pick<ListMatch, 'list' | 'entry_id'>, other: Pick<ListMatch, 'list' | 'entry_id'>): boolean =>
  one.list === other.list && one.entry_id === other.entry_id;

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
