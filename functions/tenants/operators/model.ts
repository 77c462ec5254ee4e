import type { Role } from '../../core/access.ts';
import { ApiError } from '../../core/api-error.ts';
import type { EventTypeOf } from '../../core/event-types.ts';
import type { Invitation } from '../../core/operator.ts';

/** The events of people. */
export type OperatorEventType = EventTypeOf<'operator'>;

/** A person who may sign in for a business, as its team remembers them. */
export type Operator = {
  /** Made of what the directory calls them; null while it is not known that their invitation was sent. */
  readonly id: string | null;
  readonly email: string;
  readonly role: Role;
  /** The role that they are being given; null while no change is in progress. */
  readonly next_role: Role | null;
  /** They are being removed: until the directory has done it they are in the team. */
  readonly leaving: boolean;
  /** When the last invitation was sent. */
  readonly invited_at: string;
  /** The last day, UTC, on which they signed in, as the authorizer of live saw it; absent: never. */
  readonly signed_in_on?: string;
  readonly created_at: string;
  readonly updated_at: string;
  readonly version: number;
};

/**
 * Everybody who may sign in for a business, in one item, so that whether the last owner goes is
 * decided over all of them at once. The task of the directory is written here first and confirmed
 * afterwards: after a crash in between, the repeated request completes it.
 */
export type Team = {
  readonly tenant_id: string;
  /** 0: it was never stored. */
  readonly version: number;
  readonly operators: readonly Operator[];
  /** How many invitations were started on the last day (`YYYY-MM-DD`, UTC) that saw any; absent: there were none yet. */
  readonly invitations?: { readonly day: string; readonly started: number };
};

/** So many people may sign in for a business, with those who were invited and have not yet. */
export const operatorsMax = 50;

/**
 * So many invitations a business may send in a day, UTC. Each is an e-mail to an unproven address, and reveals whether the
 * address is taken: people who were removed and addresses that were taken count too.
 */
export const invitationsPerDayMax = 20;

/** How long the password of an invitation works. */
export const invitation_days = 3;

/** The team of a business that nobody was invited to yet. */
export const noTeam = (tenant: string): Team => ({ tenant_id: tenant, version: 0, operators: [] });

/** The person with this id, or `operator_not_found`. */
export const operatorIn = (team: Team, id: string): Operator & { readonly id: string } => {
  const found = team.operators.find((one) => one.id === id);
  if (!found) throw new ApiError('operator_not_found');
  return { ...found, id };
};

/**
 * Requires that the caller is an owner and stays one after every change in progress: a token has the role of the time when it
 * was made. A change of themselves that an owner started they may still complete.
 */
export const requireOwner = (team: Team, id: string, of?: string): void => {
  if (
    team.operators.some(
      (one) => one.id === id && (lastingOwner(one) || (id === of && one.role === 'owner')),
    )
  )
    return;
  throw new ApiError('forbidden', {
    detail: 'You are no longer an owner of your business. Ask an owner.',
  });
};

/**
 * The team that is about to invite a person. An invitation that was started and not confirmed is
 * the same one again, but not with another role: whether it was sent with the first is not known. A
 * person who is leaving is invited again once they are gone.
 */
export const beginInvitation = (team: Team, { email, role }: Invitation, now: Date): Team => {
  const known = team.operators.find((one) => sameEmail(one.email, email));
  if (known && (known.id !== null || known.leaving || known.role !== role))
    throw new ApiError('operator_exists');
  if (known) return team;
  if (team.operators.length >= operatorsMax) throw new ApiError('operator_limit_reached');
  const at = now.toISOString();
  const invitations = countedInvitation(team, now);
  const invited = {
    id: null,
    email,
    role,
    next_role: null,
    leaving: false,
    invited_at: at,
    created_at: at,
    updated_at: at,
    version: 1,
  };
  return { ...team, operators: [...team.operators, invited], invitations };
};

/** The team that is about to send another invitation: it counts like the first. */
export const countInvitation = (team: Team, now: Date): Team => ({
  ...team,
  invitations: countedInvitation(team, now),
});

/** The team after another invitation was sent to a person who has not signed in. */
export const inviteAgain = (team: Team, id: string, now: Date): Team =>
  withOperator(
    team,
    (one) => one.id === id,
    (one) => ({
      ...one,
      invited_at: now.toISOString(),
      updated_at: now.toISOString(),
      version: one.version + 1,
    }),
  );

const countedInvitation = ({ invitations }: Team, now: Date): NonNullable<Team['invitations']> => {
  const day = dayOf(now);
  const started = invitations?.day === day ? invitations.started : 0;
  if (started < invitationsPerDayMax) return { day, started: started + 1 };
  const tomorrow = Date.parse(`${day}T00:00:00Z`) + day_ms;
  const retry_after_seconds = Math.ceil((tomorrow - now.getTime()) / 1_000);
  throw new ApiError('invitation_limit_reached', { retry_after_seconds });
};

const day_ms = 86_400_000;
const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);

/** The team after the directory has a person who was invited. */
export const confirmInvitation = (team: Team, email: string, id: string): Team =>
  withOperator(
    team,
    (one) => one.id === null && sameEmail(one.email, email),
    (one) => ({ ...one, id }),
  );

/** The team without an invitation that the directory rejected. */
export const withdrawInvitation = (team: Team, email: string): Team => ({
  ...team,
  operators: team.operators.filter((one) => one.id !== null || !sameEmail(one.email, email)),
});

/** Whether somebody has signed in, by the directory. */
export type Active = (id: string) => boolean;

/** The owners that are to be asked for whether they have signed in before one of a team goes. */
export const ownersOf = (team: Team): string[] =>
  team.operators.flatMap(({ id, role }) => (id !== null && role === 'owner' ? [id] : []));

/** The team that is about to give a person another role; the last owner stays one. */
export const beginChange = (team: Team, id: string, role: Role, active: Active): Team => {
  const operator = operatorIn(team, id);
  if (role !== 'owner') requireAnotherOwner(team, operator, active);
  if (operator.next_role === role) return team;
  // Which of two the directory would keep is not known.
  if (operator.next_role !== null) throw new ApiError('role_change_under_way');
  return withOperator(
    team,
    (one) => one.id === id,
    (one) => ({ ...one, next_role: role }),
  );
};

/** The team after the directory has given a person the role that they were to have. */
export const confirmChange = (team: Team, id: string, now: Date): Team =>
  withOperator(
    team,
    (one) => one.id === id,
    (one) => ({
      ...one,
      role: one.next_role ?? one.role,
      next_role: null,
      updated_at: now.toISOString(),
      version: one.version + 1,
    }),
  );

/** The team that is about to let a person go; the last owner stays. */
export const beginRemoval = (team: Team, id: string, active: Active): Team => {
  const operator = operatorIn(team, id);
  requireAnotherOwner(team, operator, active);
  if (operator.leaving) return team;
  return withOperator(
    team,
    (one) => one.id === id,
    (one) => ({ ...one, leaving: true }),
  );
};

/** The team after a person is gone from the directory. */
export const confirmRemoval = (team: Team, id: string): Team => ({
  ...team,
  operators: team.operators.filter((one) => one.id !== id),
});

/** Whether a person is an owner and stays one after every change in progress. */
const lastingOwner = (one: Operator): boolean =>
  one.id !== null && !one.leaving && one.role === 'owner' && (one.next_role ?? 'owner') === 'owner';

/**
 * An owner who has signed in is followed only by one who has, too: an invitation may never be taken
 * up, or have gone astray.
 */
const requireAnotherOwner = (
  team: Team,
  { id, role }: Operator & { readonly id: string },
  active: Active,
): void => {
  if (role !== 'owner') return;
  const follows = (one: Operator) => one.id !== null && one.id !== id && lastingOwner(one);
  const isFollowed = team.operators.some(
    (one) => follows(one) && (!active(id) || active(one.id ?? '')),
  );
  if (!isFollowed) throw new ApiError('last_owner');
};

/** The team with some of its people changed. */
export const withOperator = (
  team: Team,
  which: (one: Operator) => boolean,
  change: (one: Operator) => Operator,
): Team => ({
  ...team,
  operators: team.operators.map((one) => (which(one) ? change(one) : one)),
});

/** Whether two addresses are one: Cognito minds no capitals. */
export const sameEmail = (one: string, other: string): boolean =>
  one.toLowerCase() === other.toLowerCase();

/** The members on which it depends whether a person is let in. */
export type Member = Pick<Operator, 'id' | 'email' | 'role' | 'leaving' | 'signed_in_on'>;

/** The caller and the role in a token. */
type Bearer = { readonly operator_id: string; readonly email: string | null; readonly role: Role };

/** The place of a person in their team; -1 where they are not in it. */
export const placeIn = (
  team: readonly Member[],
  { operator_id, email }: Omit<Bearer, 'role'>,
): number => {
  // The team has only the address of a person whose invitation is not confirmed.
  const invited = (one: Member) => one.id === null && email !== null && sameEmail(one.email, email);
  return team.findIndex((one) => one.id === operator_id || invited(one));
};

/**
 * The role that somebody has now: the token is up to ten minutes old; undefined where they were
 * removed, or are about to be. A business whose team was never written has removed nobody.
 */
export const roleOf = (team: readonly Member[] | undefined, bearer: Bearer): Role | undefined => {
  if (!team) return bearer.role;
  const member = team[placeIn(team, bearer)];
  return member?.leaving ? undefined : member?.role;
};
