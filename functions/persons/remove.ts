import { changedPerson } from '../customer-effects.ts';
import { transactional } from '../http/commit.ts';
import { httpHandler } from '../http/handler.ts';
import { removedPerson } from './model.ts';
import { removePerson } from './routes.ts';
import { deletePersonItem, readPerson } from './table.ts';

export const handler = httpHandler(
  removePerson,
  { transactional },
  async ({ caller, params, now, db, ifMatch, commit }) => {
    const { customer, person } = await readPerson(db, caller.tenant_id, params.person_id);
    ifMatch(person);
    const { changes, conditions } = await changedPerson(db, removedPerson(customer, person, now), now);
    return commit({ changes: [...changes, deletePersonItem(person)], conditions }, undefined);
  },
);
