import { transactional } from '../../core/http/commit.ts';
import { httpHandler } from '../../core/http/handler.ts';
import { amountStep } from '../issuers/amounts.ts';
import { card, toCardResource } from './changes.ts';
import { checkRaisedLimits } from './context.ts';
import { checkMergedCard } from './input.ts';
import { updateCard } from './routes.ts';
import { changeSettings, patchedSettings } from './settings.ts';
import { requireMultiples } from './spending.ts';
import { readCard } from './table.ts';
import { requireNotClosed } from './transitions.ts';

export const handler = httpHandler(
  updateCard,
  { transactional },
  async ({ caller, params, body, now, db, ifMatch, respond, commit }) => {
    const current = await readCard(db, caller.tenant_id, params.card_id);
    ifMatch(current);
    requireNotClosed(current);
    const changed = changeSettings(current, checkMergedCard(patchedSettings(current, body)), now);
    if (!changed) return respond(toCardResource(current));
    const { issuer, currency, spending_controls } = current;
    requireMultiples(
      changed.after.spending_controls,
      amountStep(issuer, currency),
      spending_controls.limits,
    );
    return commit({
      changes: [card(changed)],
      conditions: await checkRaisedLimits(db, changed.after, current, now),
    });
  },
);
