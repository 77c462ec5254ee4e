import { ApiError } from '../../core/api-error.ts';
import { cognitoDirectory } from '../../core/aws/cognito.ts';
import { type Connection, database } from '../../core/dynamodb/client.ts';
import { commit, retryOnConflict } from '../../core/dynamodb/commit.ts';
import { type Cause, commitUnit } from '../../core/outbox/unit-of-work.ts';
import type { Deadline } from '../../core/time.ts';
import type { Account } from '../accounts/model.ts';
import { invitedAgain, invitedBy, teamChanges } from './changes.ts';
import { operatorIn, sameEmail } from './model.ts';
import { readTeam } from './table.ts';

type Owned = Pick<Account, 'tenant_id' | 'email'>;

/** The outcome of inviting the owner: `active` has signed in already and was sent nothing. */
export type OwnerInvitation = 'sent' | 'active';

/**
 * Invites the e-mail address that a business was registered with as its owner; one that was invited and never signed in is
 * sent another first password. Without a user pool (`USER_POOL_ID`) nobody can be invited.
 */
export const ownerInvitation = (connection: Connection) => {
  const { USER_POOL_ID } = process.env;
  if (!USER_POOL_ID) return undefined;
  const db = database(connection);
  const directory = cognitoDirectory(USER_POOL_ID);
  return (
    { tenant_id, email }: Owned,
    cause: Cause,
    deadline: Deadline,
  ): Promise<OwnerInvitation> =>
    retryOnConflict(async () => {
      const team = await readTeam(db, tenant_id);
      const invited = team.operators.find((one) => one.id !== null && sameEmail(one.email, email));
      const checkpoint = (change: Parameters<typeof commit>[1]) =>
        commit(connection, change, deadline);
      const { now } = deadline;
      if (invited?.id) {
        const sent = await invitedAgain(team, operatorIn(team, invited.id), {
          directory,
          checkpoint,
          now,
        });
        if (!sent) return 'active';
        const unit = { changes: teamChanges(sent.after, sent.counted, now, team), conditions: [] };
        await commitUnit(connection, unit, cause, deadline);
        return 'sent';
      }
      const person = { email, role: 'owner' } as const;
      const { known, changes } = await invitedBy(team, person, { directory, checkpoint, now });
      await commitUnit(connection, { changes, conditions: [] }, cause, deadline);
      return known.active ? 'active' : 'sent';
    });
};

/** The error where there is no user pool. */
export const signInUnavailable = () =>
  new ApiError('forbidden', {
    detail: 'People sign in to both environments through the user pool of live: invite them there.',
  });
