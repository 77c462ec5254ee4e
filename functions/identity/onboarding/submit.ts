import { ApiError } from '../../core/api-error.ts';
import { durationsFrom } from '../../core/durations.ts';
import { StaleDecision } from '../../core/dynamodb/commit.ts';
import { httpHandler } from '../../core/http/handler.ts';
import { idempotent } from '../../core/http/idempotency.ts';
import { nothingRequired } from '../customers/requirements.ts';
import { onboardingLink } from '../onboarding-links/changes.ts';
import { completeLink } from '../onboarding-links/model.ts';
import { requireAsking, toOnboardingResource } from './model.ts';
import { submitOnboarding } from './routes.ts';
import { submission } from './submission.ts';
import { readOnboarding } from './table.ts';

const durations = durationsFrom(process.env);

export const handler = httpHandler(
  submitOnboarding,
  { idempotent },
  async ({ caller, now, newId, db, commit }) => {
    const onboarding = await readOnboarding(db, caller, now);
    requireAsking(onboarding, now);
    const { unit, verification } = await submission(db, onboarding, { now, newId, durations });
    const completed = completeLink(onboarding.link, verification.id, now);
    const shown = toOnboardingResource(
      { ...onboarding, link: completed.after, verification },
      nothingRequired,
      now,
    );
    const changes = [...unit.changes, onboardingLink(completed)];
    return commit({ changes, conditions: unit.conditions }, shown).catch(againWhereOpened);
  },
);

/** Somebody has created a verification meanwhile: the next attempt continues with that one. */
const againWhereOpened = (error: unknown): never => {
  throw error instanceof ApiError && error.code === 'verification_already_open'
    ? new StaleDecision()
    : error;
};
