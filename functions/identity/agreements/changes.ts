import * as z from 'zod/mini';
import type { Changed } from '../../core/outbox/unit-of-work.ts';
import { type Acceptance, type Agreement, isAtLeast, toAgreementResource } from './model.ts';
import { AgreementResource } from './schema.ts';
import { saveAcceptance, saveAgreement } from './table.ts';

/** The change of a new agreement beside the highest version that its customer had accepted before. */
export const agreement = (
  made: Agreement,
  before: Acceptance | undefined,
): Changed<AgreementResource> => {
  const { id, tenant_id, customer_id } = made;
  const data = z.parse(AgreementResource, toAgreementResource(made));
  const isHigher = before === undefined || !isAtLeast(before.version, made.version);
  return {
    kind: 'changed',
    writes: [saveAgreement(made), ...(isHigher ? [saveAcceptance(made, before)] : [])],
    schema: AgreementResource,
    resource: data,
    events: [
      {
        kind: 'event',
        type: 'agreement.created',
        tenant_id,
        customer_id,
        // It never changes, so this is its only event.
        resource: { id, object: 'agreement' },
        sequence: 1,
        data,
        previous: null,
      },
    ],
  };
};
