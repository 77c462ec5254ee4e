import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { administerBusiness } from '../../functions/app/jobs/jobs.ts';
import { subOf } from '../../functions/core/operator.ts';
import { functionName } from '../../lib/environments.ts';
import type { Local } from '../../local/start.ts';
import type { Answer, Call } from './call.ts';
import { aPerson, withToken } from './people.ts';
import type { Any } from './printed-document.ts';

/** An e-mail address that nobody else has. */
export const anEmail = () => `${randomUUID()}@example.com`;

/** The people in the pool of live. */
export const peopleOfPool = ({ userPools }: Pick<Local, 'userPools'>) => {
  const pool = () => userPools.all[0] ?? assert.fail('there is no pool');
  return {
    pool,
    /**
     * The attribute of an operator in the pool: the role that the next token carries; undefined when
     * there is none.
     */
    roleInPool: (id: string) => pool().directory.users.get(subOf(id))?.attributes['custom:role'],
    /** The person of an e-mail address in the pool. */
    userOf: (email: string) =>
      [...pool().directory.users.values()].find(({ attributes }) => attributes.email === email),
  };
};

/** The businesses of live and their people, on a machine that runs it. */
export const livePeople = (local: Local) => {
  /** The result of a command of the operators. */
  const administered = async (command: object): Promise<Any> => {
    const { payload, functionError } = await local.invoke(
      functionName('live', administerBusiness.id),
      command,
    );
    assert.equal(functionError, undefined, JSON.stringify(payload));
    return payload;
  };

  const ofPool = peopleOfPool(local);
  const { userOf } = ofPool;

  /** A person of a business who has signed in. */
  const asOperator = async (tenant_id: string, sub: string) => {
    const { id_token, operator_id } = await aPerson(local, { tenant_id, sub, environment: 'live' });
    return { operator_id, call: withToken(local, 'live', id_token) };
  };

  /** A business of its own, and its owner, who has signed in. */
  const aBusiness = async () => {
    const email = anEmail();
    const registered = await administered({
      command: 'register',
      name: 'Analytical Engines',
      email,
    });
    const { sub } = userOf(email) ?? assert.fail('the owner was not invited');
    return { ...registered, email, sub, ...(await asOperator(registered.tenant_id, sub)) };
  };

  return { administered, ...ofPool, asOperator, aBusiness };
};

/** Calls the dashboard’s API as a person. */
export type Ask = (call: Call) => Promise<Answer>;

/** A call that invites a person. */
export const invite = (role: string, email = anEmail(), key: string = randomUUID()): Call => ({
  method: 'POST',
  path: '/operators',
  body: { email, role },
  headers: { 'idempotency-key': key },
});

/** A call that gives a person a role. */
export const give = (id: string, role: string): Call => ({
  method: 'PATCH',
  path: `/operators/${id}`,
  body: { role },
});

/** A call that removes a person. */
export const remove = (id: string): Call => ({ method: 'DELETE', path: `/operators/${id}` });

/** A call that sends an invitation again. */
export const resend = (id: string, key: string = randomUUID()): Call => ({
  method: 'POST',
  path: `/operators/${id}/resend-invitation`,
  headers: { 'idempotency-key': key },
});

/** The people of a business, as a list shows them. */
export const people = async (call: Ask): Promise<string[]> => {
  const { status, body } = await call({ method: 'GET', path: '/operators' });
  assert.equal(status, 200);
  return body.data.map(
    ({ email, role, status: now, you }: Any) => `${email} ${role} ${now}${you ? ' you' : ''}`,
  );
};
