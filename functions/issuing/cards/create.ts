import { httpHandler } from '../../core/http/handler.ts';
import { idempotent } from '../../core/http/idempotency.ts';
import type { IdempotentRequest } from '../../core/http/request.ts';
import { cardIssuer } from '../issuers/chosen.ts';
import { requireFuture } from './cancel-after.ts';
import { card } from './changes.ts';
import { type IssuingContext, issueCard, loadIssuingContext, requireEligible } from './issue.ts';
import { cardInput } from './order.ts';
import { createCard } from './routes.ts';
import { requireMultiples, requireWithinCaps } from './spending.ts';
import { newCard } from './transitions.ts';

const issuer = cardIssuer();

export const handler = httpHandler(createCard, { idempotent }, async (request) => {
  const context = await loadIssuingContext(request, issuer, request.body.customer_id);
  const checked = checkInput(request, context);
  const { order, completed, input, issuance, conditions } = await issueCard(
    request,
    issuer,
    context,
    checked,
  );
  // The id contains the moment of the order, and lists by date compare ids.
  const created = newCard(input, issuance, new Date(order.ordered_at));
  return request.commit({ changes: [card(created), completed], conditions });
});

const checkInput = async (
  request: IdempotentRequest<typeof createCard>,
  context: IssuingContext,
) => {
  const { granted, conditions } = await requireEligible(request, context, request.body);
  const input = cardInput(request.body, context.snapshot.customer);
  requireFuture(input.cancel_after, request.now);
  requireWithinCaps(input.spending_controls, granted);
  requireMultiples(input.spending_controls, issuer.amountStep(input.currency));
  return { input, conditions };
};
