import * as z from 'zod/mini';
import { roles } from '../../core/access.ts';
import { CalendarDate, Email, emailOf, Timestamp } from '../../core/fields.ts';
import type { KnownOperator } from '../../core/operator.ts';
import { idOf, resourceFields } from '../../core/resource.ts';
import { stored } from '../../core/text-fields.ts';
import { invitation_days, type Operator } from './model.ts';

/** The id of a person who may sign in. */
export const OperatorId = idOf('operator', 'person');

/** The address that somebody signs in with: Cognito's user names have 128 characters at most. */
export const SignInEmail = emailOf('SignInEmail', 128, 'grace.hopper@example.com');

/** The role of a person. */
export const RoleName = z.enum(roles).check(
  z.meta({
    id: 'Role',
    description:
      'Every role can read. A developer changes customers, cards, webhooks and keys. A reviewer decides on identities. An owner can do both and manages the people.',
  }),
);

/** A person who may sign in to the dashboard, in both environments. */
export const OperatorResource = z
  .object({
    ...resourceFields('operator', 'operator'),
    email: stored(Email),
    role: RoleName,
    status: z
      .enum(['invited', 'active'])
      .check(z.meta({ description: 'Active: has chosen a password of their own.' })),
    invitation_expires_at: z.nullable(Timestamp).check(
      z.meta({
        description:
          'When the password of the last invitation ends; null for a person who is active.',
      }),
    ),
    has_second_factor: z
      .boolean()
      .check(z.meta({ description: 'Whether an authenticator app is set up.' })),
    last_signed_in_on: z.nullable(CalendarDate).check(
      z.meta({
        description:
          'The last day, UTC, with a sign-in to the dashboard of this environment; null: none. Known from the first call after it.',
      }),
    ),
    you: z.boolean().check(z.meta({ description: 'Whether it is who asks.' })),
  })
  .check(z.meta({ id: 'Operator' }));
type OperatorResource = z.infer<typeof OperatorResource>;

/** A person in events: without the e-mail address, which only owners and reviewers see. */
export const OperatorEventData = z
  .object({ ...resourceFields('operator', 'operator'), role: RoleName })
  .check(
    z.meta({
      id: 'OperatorRole',
      description: 'A person who can sign in to the dashboard, with a role.',
    }),
  );
type OperatorEventData = z.infer<typeof OperatorEventData>;

/** The one projection from a person of a team to the data of events. */
export const toOperatorEventData = (
  operator: Operator & { readonly id: string },
): OperatorEventData => ({
  id: operator.id,
  object: 'operator',
  created_at: operator.created_at,
  updated_at: operator.updated_at,
  version: operator.version,
  role: operator.role,
});

/** The one projection from a person of a team; `asker` is who sees it. */
export const toOperatorResource = (
  operator: Operator & { readonly id: string },
  known: Pick<KnownOperator, 'active' | 'has_second_factor'> | undefined,
  asker: string,
): OperatorResource => ({
  ...toOperatorEventData(operator),
  email: operator.email,
  status: known?.active ? 'active' : 'invited',
  invitation_expires_at: known?.active ? null : invitationEnd(operator),
  has_second_factor: known?.has_second_factor ?? false,
  last_signed_in_on: operator.signed_in_on ?? null,
  you: operator.id === asker,
});

const invitationEnd = ({ invited_at }: Operator): string =>
  new Date(Date.parse(invited_at) + invitation_days * 86_400_000).toISOString();
