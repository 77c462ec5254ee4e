import type { Account } from '../domain/accounts/account.ts';
import { ApiError } from '../domain/api-error.ts';
import { sameEmail } from '../domain/operators/team.ts';
import { cognitoDirectory } from '../ports/operator-directory/cognito-directory.ts';
import type { Deadline } from '../runtime/deadline.ts';
import { commit } from '../store/commit.ts';
import { type Connection, database } from '../store/database.ts';
import { decide } from '../store/decide.ts';
import { readTeam } from '../store/operators/team.ts';
import { invitedBy } from '../unit-of-work/team.ts';
import { type Cause, commitUnit } from '../unit-of-work/unit-of-work.ts';

type Owned = Pick<Account, 'tenant_id' | 'email'>;

/** What came of inviting the owner: `active` has signed in already and was sent nothing. */
export type OwnerInvitation = 'sent' | 'active';

/**
 * Invites the e-mail address that a business was registered with as its owner; one that was invited and never signed in is
 * sent another first password. Where no pool of people is named (`USER_POOL_ID`) nobody can be invited.
 */
export const ownerInvitation = (connection: Connection) => {
  const { USER_POOL_ID } = process.env;
  if (!USER_POOL_ID) return undefined;
  const db = database(connection);
  const directory = cognitoDirectory(USER_POOL_ID);
  const again = async (email: string): Promise<OwnerInvitation> => {
    if ((await directory.find({ email }))?.active) return 'active';
    await directory.remind(email);
    return 'sent';
  };
  return ({ tenant_id, email }: Owned, cause: Cause, deadline: Deadline): Promise<OwnerInvitation> =>
    decide(async () => {
      const team = await readTeam(db, tenant_id);
      const invited = team.operators.find((one) => one.id !== null && sameEmail(one.email, email));
      if (invited) return again(invited.email);
      const checkpoint = (change: Parameters<typeof commit>[1]) => commit(connection, change, deadline);
      const person = { email, role: 'owner' } as const;
      const { known, changes } = await invitedBy(team, person, { directory, checkpoint, now: deadline.now });
      await commitUnit(connection, { changes, facts: [] }, cause, deadline);
      return known.active ? 'active' : 'sent';
    });
};

/** The refusal where there is no pool of people. */
export const nobodySignsInHere = () =>
  new ApiError('forbidden', { detail: 'People sign in to both environments by the pool of live: invite them there.' });
