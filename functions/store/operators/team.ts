import { noTeam, type Team } from '../../domain/operators/team.ts';
import { asRead, isNew, type Write } from '../change.ts';
import type { Database } from '../database.ts';
import { keys } from '../table.ts';

/** Everybody who may sign in for a business. */
export const readTeam = async (db: Database, tenant: string): Promise<Team> => {
  const item = await db.get(keys.team(tenant));
  if (!item) return noTeam(tenant);
  const { pk: _pk, sk: _sk, ...team } = item;
  return team as Team;
};

/** What puts a team over the one that was read; nothing where nothing changed. */
export const saveTeam = (team: Team, read: Team): Write[] => {
  if (team === read) return [];
  const item = { ...team, version: read.version + 1 };
  const when = read.version === 0 ? isNew : asRead(read.version);
  return [{ kind: 'put', key: keys.team(team.tenant_id), item, when }];
};
