import type { Role } from '../role.ts';
import { type Operator, sameEmail } from './team.ts';

/** What whether somebody is let in depends on. */
export type Member = Pick<Operator, 'id' | 'email' | 'role' | 'leaving'>;

/** Who a token says is calling, and what it says that they may. */
type Bearer = { readonly operator_id: string; readonly email: string | null; readonly role: Role };

/**
 * The role that somebody has now, whatever the token says, which was made up to ten minutes ago; undefined where they were
 * removed, or are about to be. A business whose team was never written has removed nobody.
 */
export const roleOf = (team: readonly Member[] | undefined, { operator_id, email, role }: Bearer): Role | undefined => {
  if (!team) return role;
  // Of whoever came before their invitation was confirmed the team knows the address alone.
  const invited = (one: Member) => one.id === null && email !== null && sameEmail(one.email, email);
  const member = team.find((one) => one.id === operator_id || invited(one));
  return member?.leaving ? undefined : member?.role;
};
