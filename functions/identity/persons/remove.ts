import { transactional } from '../../core/http/commit.ts';
import { httpHandler } from '../../core/http/handler.ts';
import { changedPerson } from '../customer-cascade.ts';
import { removedPerson } from './model.ts';
import { removePerson } from './routes.ts';
import { deletePersonItem, readPerson } from './table.ts';

export const handler = httpHandler(
  removePerson,
  { transactional },
  async ({ caller, params, now, db, ifMatch, commit }) => {
    const { customer, person } = await readPerson(db, caller.tenant_id, params.person_id);
    ifMatch(person);
    const removed = removedPerson(customer, person, now);
    const { changes, conditions } = await changedPerson(db, removed, now);
    return commit(
      { changes: [...changes, deletePersonItem(removed.person.after)], conditions },
      undefined,
    );
  },
);
