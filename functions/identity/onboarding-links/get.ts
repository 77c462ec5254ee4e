import { httpHandler } from '../../core/http/handler.ts';
import { toOnboardingLinkResource } from './model.ts';
import { getOnboardingLink } from './routes.ts';
import { readOnboardingLink } from './table.ts';

export const handler = httpHandler(
  getOnboardingLink,
  {},
  async ({ caller, params, now, db, respond }) =>
    respond(
      toOnboardingLinkResource(
        await readOnboardingLink(db, caller.tenant_id, params.onboarding_link_id),
        now,
      ),
    ),
);
