import { Failure } from '../failure.ts';
import type { Role } from '../role.ts';

/** A person who may sign in for a business, as its team remembers them. */
export type Operator = {
  /** Made of what the directory calls them; null while it is not known that their invitation was sent. */
  readonly id: string | null;
  readonly email: string;
  readonly role: Role;
  /** The role that they are being given; null while nothing is under way. */
  readonly next_role: Role | null;
  /** They are being removed: until the directory has done it they are still here. */
  readonly leaving: boolean;
  readonly created_at: string;
  readonly updated_at: string;
  readonly version: number;
};

/**
 * Everybody who may sign in for a business, in one item, so that whether the last owner goes is decided over all of them at
 * once. What the directory is to do is written here first and confirmed afterwards: whoever dies in between leaves behind
 * what he began, and whoever repeats it ends it.
 */
export type Team = {
  readonly tenant_id: string;
  /** 0: it was never stored. */
  readonly version: number;
  readonly operators: readonly Operator[];
};

/** What the directory knows of a person. */
export type KnownOperator = {
  readonly id: string;
  readonly tenant_id: string;
  /** They have signed in and chosen a password. */
  readonly active: boolean;
};

/** Whom to invite. */
export type Invitation = { readonly email: string; readonly role: Role };

/** So many people may sign in for a business. */
export const operatorsMax = 50;

/** The team of a business that nobody was invited to yet. */
export const noTeam = (tenant: string): Team => ({ tenant_id: tenant, version: 0, operators: [] });

/** The person with this id, or the refusal. */
export const operatorIn = (team: Team, id: string): Operator & { readonly id: string } => {
  const found = team.operators.find((one) => one.id === id);
  if (!found) throw new Failure('operator_not_found');
  return { ...found, id };
};

/**
 * Refuses who is no owner of the team, or will not be one when what is under way is done: a token tells what its bearer was
 * when it was made. What an owner began of themselves they may still end.
 */
export const refuseUnlessOwner = (team: Team, id: string, of?: string): void => {
  if (team.operators.some((one) => one.id === id && (lastingOwner(one) || (id === of && one.role === 'owner')))) return;
  throw new Failure('forbidden', { detail: 'You are no owner of your business any more. Ask one who is.' });
};

/**
 * The team that is about to invite a person. An invitation that was begun and not confirmed is the same one again, but not
 * with another role: whether it was sent with the first is not known.
 */
export const beginInvitation = (team: Team, { email, role }: Invitation, now: Date): Team => {
  const known = team.operators.find((one) => sameEmail(one.email, email));
  if (known && (known.id !== null || known.role !== role)) throw new Failure('operator_exists');
  if (known) return team;
  if (team.operators.length >= operatorsMax) throw new Failure('operator_limit_reached');
  const at = now.toISOString();
  const invited = {
    id: null,
    email,
    role,
    next_role: null,
    leaving: false,
    created_at: at,
    updated_at: at,
    version: 1,
  };
  return { ...team, operators: [...team.operators, invited] };
};

/** The team after the directory has a person who was invited. */
export const confirmInvitation = (team: Team, email: string, id: string): Team =>
  withOperator(
    team,
    (one) => one.id === null && sameEmail(one.email, email),
    (one) => ({ ...one, id }),
  );

/** The team without an invitation that the directory refused. */
export const withdrawInvitation = (team: Team, email: string): Team => ({
  ...team,
  operators: team.operators.filter((one) => one.id !== null || !sameEmail(one.email, email)),
});

/** The team that is about to give a person another role; the last owner stays one. */
export const beginChange = (team: Team, id: string, role: Role): Team => {
  const operator = operatorIn(team, id);
  if (role !== 'owner') refuseLastOwner(team, operator);
  if (operator.next_role === role) return team;
  // Which of two the directory would keep is not known.
  if (operator.next_role !== null) throw new Failure('role_change_under_way');
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
export const beginRemoval = (team: Team, id: string): Team => {
  const operator = operatorIn(team, id);
  refuseLastOwner(team, operator);
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

/** Who is an owner and will be one when everything that is under way is done. */
const lastingOwner = (one: Operator): boolean =>
  one.id !== null && !one.leaving && one.role === 'owner' && (one.next_role ?? 'owner') === 'owner';

const refuseLastOwner = (team: Team, operator: Operator): void => {
  if (operator.role !== 'owner') return;
  if (!team.operators.some((one) => one.id !== operator.id && lastingOwner(one))) throw new Failure('last_owner');
};

const withOperator = (team: Team, which: (one: Operator) => boolean, change: (one: Operator) => Operator): Team => ({
  ...team,
  operators: team.operators.map((one) => (which(one) ? change(one) : one)),
});

const sameEmail = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();
