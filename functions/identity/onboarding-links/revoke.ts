import { httpHandler } from '../../core/http/handler.ts';
import { idempotent } from '../../core/http/idempotency.ts';
import { onboardingLink } from './changes.ts';
import { revokeLink } from './model.ts';
import { revokeOnboardingLink } from './routes.ts';
import { readOnboardingLink, revokeToken } from './table.ts';

export const handler = httpHandler(
  revokeOnboardingLink,
  { idempotent },
  async ({ caller, params, now, db, ifMatch, commit }) => {
    const link = await readOnboardingLink(db, caller.tenant_id, params.onboarding_link_id);
    ifMatch(link);
    const revoked = revokeLink(link, now);
    return commit({ changes: [onboardingLink(revoked), revokeToken(link, now)], conditions: [] });
  },
);
