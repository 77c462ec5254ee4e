import { transactional } from '../../core/http/commit.ts';
import { httpHandler } from '../../core/http/handler.ts';
import { changedProfile } from '../customer-cascade.ts';
import { patchedProfile } from '../customers/profile.ts';
import { linkUnchanged } from '../onboarding-links/table.ts';
import {
  editableFields,
  requireAsked,
  requireAsking,
  requirementsOf,
  toOnboardingResource,
} from './model.ts';
import { updateOnboardingProfile } from './routes.ts';
import { readOnboarding, readOnboardingContext } from './table.ts';

export const handler = httpHandler(
  updateOnboardingProfile,
  { transactional },
  async ({ caller, body, now, db, respond, commit }) => {
    const onboarding = await readOnboarding(db, caller, now);
    requireAsking(onboarding, now);
    const { customer, link } = onboarding;
    const { documentReferences } = await readOnboardingContext(db, onboarding);
    const patch: object = body;
    requireAsked(patch, editableFields(onboarding, requirementsOf(onboarding, documentReferences)));
    const changed = await changedProfile(db, customer, patchedProfile(customer, patch, now), now);
    const after = { ...onboarding, customer: changed?.customer ?? customer };
    const shown = toOnboardingResource(after, requirementsOf(after, documentReferences), now);
    if (!changed) return respond(shown);
    const { changes, conditions } = changed.unit;
    return commit({ changes, conditions: [...conditions, linkUnchanged(link)] }, shown);
  },
);
