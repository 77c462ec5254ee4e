import { ApiError } from '../api-error.ts';
import { consequences } from '../customer-effects.ts';
import { customerNotAllowed } from '../customers/model.ts';
import { readCustomerSnapshot } from '../features/table.ts';
import { httpHandler } from '../http/handler.ts';
import { idempotent } from '../http/idempotency.ts';
import { refuseUnlessClear } from '../screenings/model.ts';
import { readScreened } from '../screenings/screen.ts';
import { outcome } from './changes.ts';
import { outcomeOfAttestation } from './decision.ts';
import { attestedVerification } from './model.ts';
import { attestVerification } from './routes.ts';
import { noneOpen } from './table.ts';

export const handler = httpHandler(
  attestVerification,
  { idempotent },
  async ({ caller, params, body, now, newId, db, commit }) => {
    if (process.env.ACCEPT_ATTESTATIONS !== 'true') throw new ApiError('attestation_not_accepted');
    const [snapshot, screened] = await Promise.all([
      readCustomerSnapshot(db, caller.tenant_id, params.customer_id),
      readScreened(db, { tenant_id: caller.tenant_id, id: params.customer_id }),
    ]);
    const { customer, openVerificationId } = snapshot;
    if (customer.status === 'closed') throw customerNotAllowed(customer);
    if (openVerificationId !== undefined) throw new ApiError('verification_already_open');
    refuseUnlessClear(screened.screening);
    const ids = { id: newId('verification'), tenant_id: caller.tenant_id, customer_id: customer.id };
    const attested = attestedVerification(ids, customer, { ...body, attested_by: caller.actor.id }, now);
    const became = outcomeOfAttestation(attested, customer, now);
    const own = outcome(became);
    const features = await consequences(db, snapshot, became.customer, now);
    return commit({
      changes: [...own.changes, ...features.changes],
      conditions: [...own.conditions, ...features.conditions, noneOpen(customer), screened.condition],
    });
  },
);
