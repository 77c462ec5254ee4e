import {
  AdminCreateUserCommand,
  AdminDeleteUserCommand,
  AdminGetUserCommand,
  AdminUpdateUserAttributesCommand,
  AdminUserGlobalSignOutCommand,
  type AttributeType,
  CognitoIdentityProviderClient,
  UnsupportedUserStateException,
  UserNotFoundException,
  UsernameExistsException,
} from '@aws-sdk/client-cognito-identity-provider';
import { clientSettings } from '../client-settings.ts';
import type { Invitation, KnownOperator } from '../operator.ts';
import { operatorIdOf, subOf } from '../operator.ts';
import { bounded } from '../time.ts';

/** The people who can sign in, with their business and the role in their tokens. */
export type OperatorDirectory = {
  /** The person with this e-mail address or id. */
  find(
    who: { readonly email: string } | { readonly id: string },
  ): Promise<KnownOperator | undefined>;
  /** Sends a first password. A person who has the address already is returned unchanged, and nothing is sent. */
  invite(person: Invitation & { readonly tenant_id: string }): Promise<KnownOperator>;
  /** Sends another first password to a person who never signed in; false where they have. */
  remind(email: string): Promise<boolean>;
  /** Changes the role of a person; their next token has it. */
  change(id: string, role: Invitation['role']): Promise<void>;
  /** Signs a person out everywhere and deletes them; it is no error when they are gone already. */
  remove(id: string): Promise<void>;
};

/** A Cognito user pool (`USER_POOL_ID`), whose user names are e-mail addresses. */
export const cognitoDirectory = (UserPoolId = process.env.USER_POOL_ID): OperatorDirectory => {
  const client = bounded(new CognitoIdentityProviderClient(clientSettings));
  const find: OperatorDirectory['find'] = async (who) => {
    const Username = 'email' in who ? who.email : subOf(who.id);
    const found = await client
      .send(new AdminGetUserCommand({ UserPoolId, Username }))
      .catch(unlessGone);
    return found && knownBy(found.UserAttributes, found.UserStatus, found.UserMFASettingList);
  };
  return {
    find,
    invite: async ({ email, role, tenant_id }) => {
      const attributes = {
        email,
        email_verified: 'true',
        'custom:tenant_id': tenant_id,
        'custom:role': role,
      };
      const UserAttributes = Object.entries(attributes).map(([Name, Value]) => ({ Name, Value }));
      const invitation = {
        UserPoolId,
        Username: email,
        UserAttributes,
        DesiredDeliveryMediums: ['EMAIL' as const],
      };
      try {
        const { User } = await client.send(new AdminCreateUserCommand(invitation));
        return knownBy(User?.Attributes, User?.UserStatus);
      } catch (error) {
        const known = error instanceof UsernameExistsException ? await find({ email }) : undefined;
        if (!known) throw error;
        return known;
      }
    },
    remind: async (Username) => {
      const again = new AdminCreateUserCommand({ UserPoolId, Username, MessageAction: 'RESEND' });
      const sent = await client.send(again).catch(unlessSignedIn);
      return sent !== undefined;
    },
    change: async (id, role) => {
      const UserAttributes = [{ Name: 'custom:role', Value: role }];
      await client.send(
        new AdminUpdateUserAttributesCommand({ UserPoolId, Username: subOf(id), UserAttributes }),
      );
    },
    remove: async (id) => {
      const user = { UserPoolId, Username: subOf(id) };
      await client.send(new AdminUserGlobalSignOutCommand(user)).catch(unlessGone);
      await client.send(new AdminDeleteUserCommand(user)).catch(unlessGone);
    },
  };
};

const unlessGone = (error: unknown): undefined => {
  if (!(error instanceof UserNotFoundException)) throw error;
};

const unlessSignedIn = (error: unknown): undefined => {
  if (!(error instanceof UnsupportedUserStateException)) throw error;
};

/** A person as Cognito describes them. One who never signed in still has the password of the invitation. */
export const knownBy = (
  attributes: readonly AttributeType[] = [],
  status = '',
  factors: readonly string[] = [],
): KnownOperator => {
  const said = new Map(attributes.map(({ Name, Value }) => [Name, Value]));
  return {
    id: operatorIdOf(said.get('sub') ?? ''),
    tenant_id: said.get('custom:tenant_id') ?? '',
    active: status !== 'FORCE_CHANGE_PASSWORD',
    has_second_factor: factors.includes('SOFTWARE_TOKEN_MFA'),
  };
};
