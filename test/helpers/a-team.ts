import type { Role } from '../../functions/core/access.ts';
import {
  beginInvitation,
  confirmInvitation,
  noTeam,
  type Team,
} from '../../functions/tenants/operators/model.ts';

export const now = new Date('2026-11-20T15:04:05.123Z');
export const empty = noTeam('biz_1');
export const everybody = () => true;

export const joined = (team: Team, id: string, role: Role) =>
  confirmInvitation(
    beginInvitation(team, { email: `${id}@example.com`, role }, now),
    `${id}@example.com`,
    id,
  );
export const ada = joined(empty, 'ada', 'owner');
