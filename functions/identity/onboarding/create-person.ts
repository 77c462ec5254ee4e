import { httpHandler } from '../../core/http/handler.ts';
import { idempotent } from '../../core/http/idempotency.ts';
import { changedPerson } from '../customer-cascade.ts';
import { noTaxId } from '../customers/profile.ts';
import { notePerson } from '../onboarding-links/table.ts';
import { addPerson, personProfile } from '../persons/model.ts';
import {
  editableFields,
  requireAsking,
  requirementsOf,
  requirePersonsAsked,
  toOnboardingResource,
} from './model.ts';
import { createOnboardingPerson } from './routes.ts';
import { readOnboarding, readOnboardingContext } from './table.ts';

export const handler = httpHandler(
  createOnboardingPerson,
  { idempotent },
  async ({ caller, body, now, newId, db, commit }) => {
    const onboarding = await readOnboarding(db, caller, now);
    requireAsking(onboarding, now);
    const { customer, link } = onboarding;
    const { documentReferences } = await readOnboardingContext(db, onboarding);
    requirePersonsAsked(
      onboarding,
      editableFields(onboarding, requirementsOf(onboarding, documentReferences)),
    );
    const id = newId('person');
    const added = addPerson(customer, personProfile(body, noTaxId), id, now);
    const { changes, conditions } = await changedPerson(db, added, now);
    const noted = { ...link, person_ids: [...link.person_ids, id] };
    const after = { ...onboarding, link: noted, customer: added.customer.after };
    const shown = toOnboardingResource(after, requirementsOf(after, documentReferences), now);
    return commit({ changes: [...changes, notePerson(link, id)], conditions }, shown);
  },
);
