import { ApiError } from '../../core/api-error.ts';
import { durationsFrom } from '../../core/durations.ts';
import { httpHandler } from '../../core/http/handler.ts';
import { idempotent } from '../../core/http/idempotency.ts';
import { hashOf, makeKey } from '../../tenants/api-keys/table.ts';
import { customerKeys, readOpenCustomer } from '../customers/table.ts';
import { fieldsAsked, isAsking } from '../onboarding/model.ts';
import { readOnboardingRequirements } from '../onboarding/table.ts';
import { findVerification } from '../verifications/table.ts';
import { onboardingLink } from './changes.ts';
import { newOnboardingLink, returnUrlErrors, toOnboardingLinkResource } from './model.ts';
import { createOnboardingLink } from './routes.ts';
import { readOnboardingLink, saveToken } from './table.ts';

const durations = durationsFrom(process.env);
const targets = process.env.WEBHOOK_TARGETS === 'loopback_too' ? 'loopback_too' : 'public';

export const handler = httpHandler(
  createOnboardingLink,
  {
    idempotent,
    refresh: async ({ caller, db, now }, id) =>
      toOnboardingLinkResource(await readOnboardingLink(db, caller.tenant_id, id), now),
  },
  async ({ caller, params, body, now, newId, db, commit }) => {
    const { tenant_id, account_id, account_status, environment } = caller;
    const { customer, stillOpen } = await readOpenCustomer(db, tenant_id, params.customer_id);
    const { expires_in_seconds, return_url, level, brand_color = null } = body;
    const errors = returnUrlErrors(return_url, targets);
    if (errors.length > 0) throw new ApiError('validation_failed', { errors });
    const open = await db.get(customerKeys.openVerification(tenant_id, customer.id));
    const verification =
      open && (await findVerification(db, tenant_id, String(open.verification_id)));
    const token = makeKey('onboarding', environment);
    const of = {
      id: newId('onboarding_link'),
      tenant_id,
      customer_id: customer.id,
      level,
      return_url,
      brand_color,
      hash: hashOf(token),
      asked_fields: [],
      expires_at: new Date(
        now.getTime() + expires_in_seconds * durations.named_second_ms,
      ).toISOString(),
    };
    const asking = { link: newOnboardingLink(of, now).after, customer, verification };
    if (!isAsking(asking)) throw new ApiError('onboarding_not_possible');
    const asked_fields = fieldsAsked(await readOnboardingRequirements(db, asking));
    const created = newOnboardingLink({ ...of, asked_fields }, now);
    const account = { account_id, account_status, environment };
    const changes = [onboardingLink(created), saveToken(created.after, account)];
    const url = `${process.env.ONBOARDING_PAGE}#${token}`;
    return commit(
      { changes, conditions: [stillOpen] },
      { ...toOnboardingLinkResource(created.after, now), url },
    );
  },
);
