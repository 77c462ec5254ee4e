import { ApiError } from '../../core/api-error.ts';
import { transactional } from '../../core/http/commit.ts';
import { httpHandler } from '../../core/http/handler.ts';
import { changedPerson } from '../customer-cascade.ts';
import { linkUnchanged } from '../onboarding-links/table.ts';
import { changePerson, patchedPerson } from '../persons/model.ts';
import { checkMergedPerson } from '../persons/schema.ts';
import {
  editableFields,
  editablePersonFields,
  requireAsked,
  requireAsking,
  requirementsOf,
  requireRolesKept,
  toOnboardingResource,
} from './model.ts';
import { updateOnboardingPerson } from './routes.ts';
import { readOnboarding, readOnboardingContext } from './table.ts';

export const handler = httpHandler(
  updateOnboardingPerson,
  { transactional },
  async ({ caller, params, body, now, db, respond, commit }) => {
    const onboarding = await readOnboarding(db, caller, now);
    requireAsking(onboarding, now);
    const { customer, link } = onboarding;
    const person = customer.persons.find(({ id }) => id === params.person_id);
    if (!person) throw new ApiError('person_not_found');
    const { documentReferences } = await readOnboardingContext(db, onboarding);
    const editable = editableFields(onboarding, requirementsOf(onboarding, documentReferences));
    requireAsked(body, editablePersonFields(link, editable, person.id));
    requireRolesKept(link, person, body.roles ?? person.roles);
    const changed = changePerson(
      customer,
      person,
      checkMergedPerson(patchedPerson(person, body)),
      now,
    );
    const after = { ...onboarding, customer: changed?.customer.after ?? customer };
    const shown = toOnboardingResource(after, requirementsOf(after, documentReferences), now);
    if (!changed) return respond(shown);
    const { changes, conditions } = await changedPerson(db, changed, now);
    return commit({ changes, conditions: [...conditions, linkUnchanged(link)] }, shown);
  },
);
