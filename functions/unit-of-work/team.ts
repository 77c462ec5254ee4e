import { Failure } from '../domain/failure.ts';
import {
  beginInvitation,
  confirmInvitation,
  type Invitation,
  type KnownOperator,
  type Operator,
  operatorIn,
  type Team,
  withdrawInvitation,
} from '../domain/operators/team.ts';
import type { Change, Write } from '../store/change.ts';
import { saveTeam } from '../store/operators/team.ts';

type Directory = {
  find(who: { readonly email: string }): Promise<KnownOperator | undefined>;
  invite(person: Invitation & { readonly tenant_id: string }): Promise<KnownOperator>;
};

/** What an invitation is made with. `checkpoint` commits what must stand before the directory is asked. */
type Inviting = {
  readonly directory: Pick<Directory, 'invite'>;
  readonly checkpoint: (change: Pick<Change, 'writes' | 'facts'>) => Promise<void>;
  readonly now: Date;
};

/** Invites a person: the team says so first, then the directory sends it; what confirms it is left to the commit. */
export const invitedBy = async (
  team: Team,
  person: Invitation,
  { directory, checkpoint, now }: Inviting,
): Promise<{
  readonly operator: Operator & { id: string };
  readonly known: KnownOperator;
  readonly writes: Write[];
}> => {
  const begun = beginInvitation(team, person, now);
  const saved = await stands(begun, team, checkpoint);
  const known = await directory.invite({ ...person, tenant_id: team.tenant_id });
  if (known.tenant_id !== team.tenant_id) {
    await checkpoint({ writes: saveTeam(withdrawInvitation(saved, person.email), saved), facts: [] });
    throw new Failure('operator_exists');
  }
  const confirmed = confirmInvitation(saved, person.email, known.id);
  return { operator: operatorIn(confirmed, known.id), known, writes: saveTeam(confirmed, saved) };
};

/** The team as it stands once what was begun is written, before the directory is asked to do it. */
export const stands = async (begun: Team, read: Team, checkpoint: Inviting['checkpoint']): Promise<Team> => {
  if (begun === read) return read;
  await checkpoint({ writes: saveTeam(begun, read), facts: [] });
  return { ...begun, version: read.version + 1 };
};

/** The team with the ids of those whose invitation was sent and never confirmed; nobody else is asked for. */
export const withLateIds = async (team: Team, directory: Pick<Directory, 'find'>): Promise<Team> => {
  if (team.operators.every(({ id }) => id !== null)) return team;
  const operators = await Promise.all(
    team.operators.map(async (one) => {
      const known = one.id === null ? await directory.find({ email: one.email }) : undefined;
      return known && known.tenant_id === team.tenant_id ? { ...one, id: known.id } : one;
    }),
  );
  return { ...team, operators };
};
