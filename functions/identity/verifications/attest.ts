import { ApiError } from '../../core/api-error.ts';
import { httpHandler } from '../../core/http/handler.ts';
import { idempotent } from '../../core/http/idempotency.ts';
import { featureChanges } from '../customer-cascade.ts';
import { customerNotAllowed } from '../customers/model.ts';
import { customerUnchanged } from '../customers/table.ts';
import { readCustomerSnapshot } from '../features/table.ts';
import { chosenScreener } from '../screeners/chosen.ts';
import { screenedOf } from '../screenings/model.ts';
import { readScreened, type Searched, searchFor } from '../screenings/screen.ts';
import { outcomeChanges } from './changes.ts';
import { outcomeOfAttestation } from './decision.ts';
import { attestedVerification } from './model.ts';
import { attestVerification } from './routes.ts';
import { noneOpen } from './table.ts';

const screener = chosenScreener();

export const handler = httpHandler(
  attestVerification,
  { idempotent },
  async ({ caller, params, body, now, newId, db, keep, commit }) => {
    if (process.env.ACCEPT_ATTESTATIONS !== 'true') throw new ApiError('attestation_not_accepted');
    const snapshot = await readCustomerSnapshot(db, caller.tenant_id, params.customer_id, now);
    const { customer, openVerificationId } = snapshot;
    if (customer.status === 'closed') throw customerNotAllowed(customer);
    if (openVerificationId !== undefined) throw new ApiError('verification_already_open');
    const ids = {
      id: newId('verification'),
      tenant_id: caller.tenant_id,
      customer_id: customer.id,
    };
    const attested = attestedVerification(
      ids,
      customer,
      { ...body, attested_by: caller.actor.id },
      now,
    );
    const search: Searched = screener
      ? await searchFor(customer, screenedOf(customer), screener, { db, now })
      : { changes: [], screened: await readScreened(db, customer, screenedOf(customer)) };
    if (!search.screened.isClear) {
      if (screener)
        await keep({ changes: search.changes, conditions: [customerUnchanged(customer)] });
      throw new ApiError('screening_not_clear');
    }
    const became = outcomeOfAttestation(attested, customer, now);
    const own = outcomeChanges(became);
    const features = await featureChanges(db, snapshot, became.customer, now);
    return commit({
      changes: [...own.changes, ...features.changes, ...search.changes],
      // The searched screenings are written, so that they need no condition.
      conditions: [
        ...[...own.conditions, ...features.conditions, noneOpen(customer)],
        ...(screener ? [] : search.screened.conditions),
      ],
    });
  },
);
