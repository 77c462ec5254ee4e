import { durationsFrom } from '../../core/durations.ts';
import { httpHandler } from '../../core/http/handler.ts';
import { idempotent } from '../../core/http/idempotency.ts';
import { stillInStatus } from '../customers/table.ts';
import { document } from '../documents/changes.ts';
import { uploadLinks } from '../documents/links.ts';
import { announceDocument, toDocumentResource } from '../documents/model.ts';
import { requireDocumentLeft } from '../onboarding-links/model.ts';
import { countDocument } from '../onboarding-links/table.ts';
import { requireAsking, requireProof } from './model.ts';
import { createOnboardingDocument } from './routes.ts';
import { readOnboarding, readOwnDocument } from './table.ts';

const linkFor = uploadLinks();
const durations = durationsFrom(process.env);

export const handler = httpHandler(
  createOnboardingDocument,
  {
    idempotent,
    refresh: async ({ caller, db, now }, id) => {
      const found = await readOwnDocument(db, caller, id, now);
      return toDocumentResource(found, await linkFor(found, now));
    },
  },
  async ({ caller, body, now, newId, db, commit }) => {
    const onboarding = await readOnboarding(db, caller, now);
    requireAsking(onboarding, now);
    requireProof(body, onboarding);
    const { customer, link } = onboarding;
    requireDocumentLeft(link, customer.type);
    const { tenant_id, id: customer_id } = customer;
    const announced = announceDocument(body, {
      id: newId('document'),
      tenant_id,
      customer_id,
      now,
      durations,
    });
    const resource = toDocumentResource(announced.after, await linkFor(announced.after, now));
    const conditions = [stillInStatus(customer)];
    return commit({ changes: [document(announced), countDocument(link)], conditions }, resource);
  },
);
