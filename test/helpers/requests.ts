import assert from 'node:assert/strict';
import { type CustomerAction, customerTransitions } from '../../functions/customers/model.ts';
import type { Answer, Call } from './call.ts';
import type { Any } from './printed-document.ts';

/** A request of a client, and how the API answered in the end; `mark` is its key, or what a patch leaves. */
export type ClientRequest = { readonly mark: string; readonly call: Call; readonly answer: Answer };

/** Every version has one event, in order, and every transition is one that the table of states has. */
export const checkHistory = (customer: Any, history: readonly Any[]): void => {
  let status: keyof typeof customerTransitions = 'active';
  for (const [i, { type, sequence, body }] of history.entries()) {
    const { data } = JSON.parse(body);
    assert.deepEqual([sequence, data.version, type === 'customer.created'], [i + 1, i + 1, i === 0]);
    const move = moveOf[type];
    if (move) status = customerTransitions[status][move]?.[0] ?? assert.fail(`${type} of a customer that is ${status}`);
    else assert.notEqual(status, 'closed');
    assert.equal(data.status, status);
  }
  assert.deepEqual([customer.version, customer.status], [history.length, status]);
};

/** What a request asked for has happened once if it was granted, and never if it was refused. */
export const checkRequest = ({ mark, call, answer }: ClientRequest, events: readonly Any[]): void => {
  const told = `${mark}: ${call.method} ${call.path} ${answer.status}`;
  assert.ok([200, 201, 409].includes(answer.status), told);
  if (call.method === 'POST') {
    const caused = events.filter(({ causation }) => causation.idempotency_key === mark);
    assert.equal(caused.length, answer.status === 409 ? 0 : 1, told);
    return;
  }
  const caused = events.filter(({ body }) => {
    const { data, previous } = JSON.parse(body);
    return data.metadata?.[mark] !== undefined && previous?.metadata?.[mark] === undefined && previous?.metadata;
  });
  // A patch whose response was lost may find its customer closed when it is sent again.
  assert.ok(answer.status === 409 ? caused.length <= 1 : caused.length === 1, `${told}: ${caused.length} times`);
};

const moveOf: Readonly<Record<string, CustomerAction>> = {
  'customer.suspended': 'suspend',
  'customer.reactivated': 'reactivate',
  'customer.closed': 'close',
};
