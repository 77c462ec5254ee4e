import * as z from 'zod/mini';
import { pageQuery } from '../../core/list-query.ts';
import { owners, reviewers, routesOf } from '../../core/resource-routes.ts';
import { route } from '../../core/route.ts';
import { OperatorId, OperatorResource, RoleName, SignInEmail } from './schema.ts';

const operator = routesOf('operator', OperatorResource, OperatorId);

/** The members that every route over people shares. */
const ofPeople = { reachable: ['dashboard'], roles: owners, liveOnly: true } as const;

/** A person who shares the queue of reviews sees who the others are. */
const ofColleagues = { ...ofPeople, roles: reviewers } as const;

export const listOperators = operator.list({
  ...ofColleagues,
  summary: 'List the people who may sign in for your business, newest first',
  query: z.strictObject(pageQuery),
  permissions: { resources: ['get'], operators: ['find'] },
});

export const getOperator = operator.get({
  ...ofColleagues,
  summary: 'Get a person who may sign in for your business',
  permissions: { resources: ['get'], operators: ['find'] },
});

export const inviteOperator = operator.create({
  ...ofPeople,
  id: 'operators.invite',
  summary: 'Invite a person by e-mail',
  description:
    'They get a password for the first time by e-mail, good for three days. At most 50 people may sign in for a business, ' +
    'those included who were invited and have not yet, and an address for one business only. At most 20 are invited in a ' +
    'day, UTC; those who were removed again count, too.',
  body: z.strictObject({ email: SignInEmail, role: RoleName }),
  errors: ['operator_exists', 'operator_limit_reached', 'invitation_limit_reached'],
  permissions: {
    resources: ['batch', 'put'],
    outbox: ['put'],
    operators: ['find', 'invite'],
  },
  retry: 'reads_record_first',
});

export const resendInvitation = operator.action('resend-invitation', {
  ...ofPeople,
  summary: 'Send another invitation',
  description:
    'To a person who has not signed in: a new password for three days, in place of the one before. It counts among the ' +
    'invitations of the day. If a call is interrupted, its retry may send one more; the newest is valid.',
  errors: ['operator_not_found', 'invitation_accepted', 'invitation_limit_reached'],
  permissions: { resources: ['batch', 'put'], outbox: ['put'], operators: ['find', 'invite'] },
});

export const changeOperator = operator.update({
  ...ofPeople,
  id: 'operators.change',
  summary: 'Give a person another role',
  description:
    'In live it holds within a minute. In the sandbox it holds from their next token on: within 11 minutes. The last owner who ' +
    'has signed in stays one.',
  body: z.strictObject({ role: z.optional(RoleName) }),
  errors: ['operator_not_found', 'role_change_under_way', 'last_owner'],
  permissions: { resources: ['get', 'put'], outbox: ['put'], operators: ['find', 'change'] },
});

export const removeOperator = route({
  ...ofPeople,
  id: 'operators.remove',
  method: 'DELETE',
  path: '/operators/{operator_id}',
  ifMatch: 'optional',
  summary: 'Remove a person',
  description:
    'They are signed out everywhere; what they hold already ends within a minute in live, and within 11 in the sandbox. The ' +
    'last owner who has signed in stays.',
  params: operator.params,
  returns: { status: 204 },
  errors: ['operator_not_found', 'last_owner'],
  permissions: {
    resources: ['get', 'put'],
    outbox: ['put'],
    operators: ['find', 'remove', 'sign_out'],
  },
});
