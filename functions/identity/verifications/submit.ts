import { durationsFrom } from '../../core/durations.ts';
import { httpHandler } from '../../core/http/handler.ts';
import { idempotent } from '../../core/http/idempotency.ts';
import { outcomeChanges } from './changes.ts';
import { openRequirements, transitionOutcome } from './decision.ts';
import { submittedVerification } from './model.ts';
import { submitVerification } from './routes.ts';
import { readCase } from './table.ts';

const durations = durationsFrom(process.env);

export const handler = httpHandler(
  submitVerification,
  { idempotent },
  async ({ caller, params, now, db, ifMatch, commit }) => {
    const read = await readCase(db, caller.tenant_id, params.verification_id);
    const { verification, customer, documentReferences } = read;
    ifMatch(verification);
    const requirements = openRequirements(verification, customer, documentReferences);
    const submitted = submittedVerification(verification, customer, requirements, {
      now,
      durations,
    });
    return commit(outcomeChanges(transitionOutcome(submitted, read, now)));
  },
);
