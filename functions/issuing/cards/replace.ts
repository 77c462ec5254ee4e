import { httpHandler } from '../../core/http/handler.ts';
import { idempotent } from '../../core/http/idempotency.ts';
import type { IdempotentRequest } from '../../core/http/request.ts';
import { cardIssuer } from '../issuers/chosen.ts';
import { nameOn } from './cardholder.ts';
import { card } from './changes.ts';
import { replacementDestination } from './destination.ts';
import { type IssuingContext, issueCard, loadIssuingContext, requireEligible } from './issue.ts';
import type { Card } from './model.ts';
import { replacedCard } from './replacement.ts';
import { replaceCard } from './routes.ts';
import { cardUnchanged, readCard } from './table.ts';
import { requireAction } from './transitions.ts';

const issuer = cardIssuer();

export const handler = httpHandler(replaceCard, { idempotent }, async (request) => {
  const { caller, params, body, now, db, ifMatch, commit } = request;
  const current = await readCard(db, caller.tenant_id, params.card_id);
  ifMatch(current);
  const context = await loadIssuingContext(request, issuer, current.customer_id);
  const checked = checkReplacement(request, context, current);
  const { order, completed, issuance, conditions } = await issueCard(
    request,
    issuer,
    context,
    checked,
  );
  const { old, replacement } = replacedCard(
    current,
    issuance,
    { ...order, reason: body.reason },
    now,
  );
  const created = card(replacement);
  return commit({ changes: [card(...old), created, completed], conditions }, created.resource);
});

const checkReplacement = async (
  request: IdempotentRequest<typeof replaceCard>,
  context: IssuingContext,
  current: Card,
) => {
  const { reason, shipping } = request.body;
  requireAction(current, 'replace');
  const destination = replacementDestination(current, shipping);
  const { conditions } = await requireEligible(request, context, current);
  return {
    input: { ...current, cardholder_name: nameOn(current), destination },
    replacement: { of: current.issuer_reference, reason },
    conditions,
    orderConditions: [cardUnchanged(current)],
  };
};
