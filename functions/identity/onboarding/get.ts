import { httpHandler } from '../../core/http/handler.ts';
import { toOnboardingResource } from './model.ts';
import { getOnboarding } from './routes.ts';
import { readOnboarding, readOnboardingRequirements } from './table.ts';

export const handler = httpHandler(getOnboarding, {}, async ({ caller, now, db, respond }) => {
  const onboarding = await readOnboarding(db, caller, now);
  return respond(
    toOnboardingResource(onboarding, await readOnboardingRequirements(db, onboarding), now),
  );
});
