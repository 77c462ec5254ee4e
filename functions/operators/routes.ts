import * as z from 'zod/mini';
import { listOf } from '../fields.ts';
import { pageQuery } from '../list-query.ts';
import { route } from '../route.ts';
import { owners } from '../route-access.ts';
import { OperatorId, OperatorResource, RoleName, SignInEmail } from './schema.ts';

const params = z.object({ operator_id: OperatorId });

/** What every route over people shares. */
const ofPeople = { reachable: ['dashboard'], roles: owners, liveOnly: true } as const;

export const listOperators = route({
  ...ofPeople,
  id: 'operators.list',
  method: 'GET',
  path: '/operators',
  summary: 'List the people who may sign in for your business, newest first',
  query: z.strictObject(pageQuery),
  returns: { status: 200, body: listOf(OperatorResource, 'OperatorList') },
  errors: [],
  permissions: { cursorKey: ['mac'], resources: ['get'], operators: ['find'] },
});

export const getOperator = route({
  ...ofPeople,
  id: 'operators.get',
  method: 'GET',
  path: '/operators/{operator_id}',
  summary: 'Get a person who may sign in for your business',
  params,
  returns: { status: 200, body: OperatorResource },
  errors: ['operator_not_found'],
  permissions: { resources: ['get'], operators: ['find'] },
});

export const inviteOperator = route({
  ...ofPeople,
  id: 'operators.invite',
  method: 'POST',
  path: '/operators',
  summary: 'Invite a person by e-mail',
  description:
    'They get a password for the first time by e-mail, good for three days. At most 50 people may sign in for a business, ' +
    'those included who were invited and have not yet, and an address for one business only. At most 20 are invited in a ' +
    'day, UTC; those who were removed again count, too.',
  body: z.strictObject({ email: SignInEmail, role: RoleName }),
  returns: { status: 201, body: OperatorResource },
  errors: ['operator_exists', 'operator_limit_reached', 'invitation_limit_reached'],
  permissions: {
    resources: ['batch', 'put'],
    outbox: ['put'],
    idempotency: ['batch', 'get', 'put'],
    operators: ['find', 'invite'],
  },
  idempotency: 'cached',
  retry: 'reads_record_first',
});

export const changeOperator = route({
  ...ofPeople,
  id: 'operators.change',
  method: 'PATCH',
  path: '/operators/{operator_id}',
  summary: 'Give a person another role',
  description:
    'In live it holds within a minute. In the sandbox it holds from their next token on: within 11 minutes. The last owner who ' +
    'has signed in stays one.',
  params,
  body: z.strictObject({ role: z.optional(RoleName) }),
  returns: { status: 200, body: OperatorResource },
  errors: ['operator_not_found', 'role_change_under_way', 'last_owner'],
  permissions: { resources: ['get', 'put'], outbox: ['put'], operators: ['find', 'change'] },
});

export const removeOperator = route({
  ...ofPeople,
  id: 'operators.remove',
  method: 'DELETE',
  path: '/operators/{operator_id}',
  summary: 'Remove a person',
  description:
    'They are signed out everywhere; what they hold already ends within a minute in live, and within 11 in the sandbox. The ' +
    'last owner who has signed in stays.',
  params,
  returns: { status: 204 },
  errors: ['operator_not_found', 'last_owner'],
  permissions: { resources: ['get', 'put'], outbox: ['put'], operators: ['find', 'remove', 'sign_out'] },
});
