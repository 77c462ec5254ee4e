import { ApiError } from '../../core/api-error.ts';
import type { Change, Write } from '../../core/dynamodb/writes.ts';
import type { Invitation, KnownOperator } from '../../core/operator.ts';
import { type Changed, changed, type Registration } from '../../core/outbox/unit-of-work.ts';
import {
  type Active,
  beginInvitation,
  confirmInvitation,
  countInvitation,
  inviteAgain,
  type Operator,
  type OperatorEventType,
  operatorIn,
  ownersOf,
  type Team,
  withdrawInvitation,
  withOperator,
} from './model.ts';
import { OperatorEventData, toOperatorEventData } from './schema.ts';
import { saveTeam } from './table.ts';

type Directory = {
  find(
    who: { readonly email: string } | { readonly id: string },
  ): Promise<KnownOperator | undefined>;
  invite(person: Invitation & { readonly tenant_id: string }): Promise<KnownOperator>;
  remind(email: string): Promise<boolean>;
};

/**
 * The input that an invitation is made with. `checkpoint` commits what must stand before the
 * directory is asked.
 */
type Inviting = {
  readonly directory: Pick<Directory, 'invite'>;
  readonly checkpoint: (change: Pick<Change, 'writes' | 'conditions'>) => Promise<void>;
  readonly now: Date;
};

/** Invites a person: first the team is written, then the directory sends the invitation; the caller commits the confirmation. */
export const invitedBy = async (
  team: Team,
  person: Invitation,
  { directory, checkpoint, now }: Inviting,
): Promise<{
  readonly operator: Operator & { id: string };
  readonly known: KnownOperator;
  readonly changes: (Changed | Write)[];
}> => {
  const saved = await checkpointed(beginInvitation(team, person, now), team, checkpoint);
  const known = await directory.invite({ ...person, tenant_id: team.tenant_id });
  if (known.tenant_id !== team.tenant_id) {
    await checkpoint({
      writes: saveTeam(withdrawInvitation(saved, person.email), saved),
      conditions: [],
    });
    throw new ApiError('operator_exists');
  }
  const confirmed = confirmInvitation(saved, person.email, known.id);
  return {
    operator: operatorIn(confirmed, known.id),
    known,
    changes: teamChanges(confirmed, saved, now),
  };
};

/** How another invitation is sent: as the first, to a team that was `read`. */
type InvitingAgain = Pick<Inviting, 'checkpoint' | 'now'> & {
  readonly directory: Pick<Directory, 'find' | 'remind'>;
  readonly read?: Team;
};

/**
 * Sends another invitation to a person of a team, then returns the team before and after it; undefined where they have signed
 * in. It is counted before it is sent: however many requests come at once, no more are sent than a day may have. After a crash
 * in between, the repeated request sends one more: the newest is valid.
 */
export const invitedAgain = async (
  team: Team,
  { id, email, leaving }: Operator & { readonly id: string },
  { directory, checkpoint, now, read = team }: InvitingAgain,
): Promise<{ readonly counted: Team; readonly after: Team } | undefined> => {
  const known = await directory.find({ id });
  if (!known || leaving) throw new ApiError('operator_not_found');
  if (known.active) return undefined;
  const counted = await checkpointed(countInvitation(team, now), team, checkpoint, read);
  return (await directory.remind(email))
    ? { counted, after: inviteAgain(counted, id, now) }
    : undefined;
};

type OwnedOperator = Operator & { readonly id: string; readonly tenant_id: string };

/** People are saved with their team. */
const registration: Registration<OwnedOperator, typeof OperatorEventData> = {
  object: 'operator',
  schema: OperatorEventData,
  toResource: toOperatorEventData,
  save: () => [],
};

/**
 * The changes that write a team over the one that was started with, with the events of its people
 * since it was `read`. A person whose invitation nobody confirmed may have been found in between.
 */
export const teamChanges = (
  after: Team,
  started: Team,
  now: Date,
  read = started,
): (Changed | Write)[] => [
  ...saveTeam(after, started),
  ...eventsOf(started, read, now),
  ...eventsOf(after, started, now),
];

/** The events of who came, who has another role, and who went. */
const eventsOf = (after: Team, before: Team, now: Date): Changed[] => {
  const [were, are] = [knownIn(before), knownIn(after)];
  const eventOf = (was: OwnedOperator | undefined, one: OwnedOperator, event: OperatorEventType) =>
    changed(registration, { ...(was && { before: was }), after: one, event });
  return [
    ...[...are.values()].flatMap((one) => {
      const was = were.get(one.id);
      if (!was) return [eventOf(undefined, one, 'operator.invited')];
      return was.version === one.version ? [] : [eventOf(was, one, 'operator.updated')];
    }),
    ...[...were.values()]
      .filter(({ id }) => !are.has(id))
      .map((one) =>
        eventOf(
          one,
          { ...one, version: one.version + 1, updated_at: now.toISOString() },
          'operator.removed',
        ),
      ),
  ];
};

const knownIn = ({ tenant_id, operators }: Team): ReadonlyMap<string, OwnedOperator> =>
  new Map(
    operators.flatMap((one) =>
      one.id === null ? [] : [[one.id, { ...one, id: one.id, tenant_id }] as const],
    ),
  );

/**
 * The team after a change that was started is written, before the directory carries it out. A late id is not written yet: it
 * is written with its event, so that a crash before that loses neither.
 */
export const checkpointed = async (
  started: Team,
  team: Team,
  checkpoint: Inviting['checkpoint'],
  read = team,
): Promise<Team> => {
  if (started === team) return team;
  await checkpoint({ writes: saveTeam(withoutLateIds(started, read), read), conditions: [] });
  return { ...started, version: read.version + 1 };
};

const withoutLateIds = (team: Team, read: Team): Team => {
  const nameless = new Set(read.operators.flatMap(({ id, email }) => (id === null ? [email] : [])));
  return withOperator(
    team,
    ({ email }) => nameless.has(email),
    (one) => ({ ...one, id: null }),
  );
};

/** The team with the ids of those whose invitation was sent and never confirmed; nobody else is asked for. */
export const withLateIds = async (
  team: Team,
  directory: Pick<Directory, 'find'>,
): Promise<Team> => {
  if (team.operators.every(({ id }) => id !== null)) return team;
  const operators = await Promise.all(
    team.operators.map(async (one) => {
      const known = one.id === null ? await directory.find({ email: one.email }) : undefined;
      return known && known.tenant_id === team.tenant_id ? { ...one, id: known.id } : one;
    }),
  );
  return { ...team, operators };
};

/** Which owners of a team have signed in; where the person is none, nobody need be asked for. */
export const activeOwners = async (
  team: Team,
  id: string,
  directory: Pick<Directory, 'find'>,
): Promise<Active> => {
  const owners = ownersOf(team);
  if (!owners.includes(id)) return () => false;
  const known = await Promise.all(owners.map((owner) => directory.find({ id: owner })));
  const active = new Set(known.flatMap((one) => (one?.active ? [one.id] : [])));
  return (owner) => active.has(owner);
};
