import { ApiError } from '../../core/api-error.ts';
import type { Database } from '../../core/dynamodb/client.ts';
import type { Requirements } from '../../core/requirement-schema.ts';
import { accountOf } from '../../tenants/accounts/stored-form.ts';
import { accountKey } from '../../tenants/accounts/table.ts';
import { customerKeys, customerOf } from '../customers/table.ts';
import type { Document } from '../documents/model.ts';
import { readDocument } from '../documents/table.ts';
import { statusAt } from '../onboarding-links/model.ts';
import { onboardingLinkKey, onboardingLinkOf } from '../onboarding-links/table.ts';
import { findVerification, readContext } from '../verifications/table.ts';
import { type Asking, isAsking, type Onboarding, requirementsOf } from './model.ts';

/** The caller by a link: all of it is from the authorizer. */
type Holder = {
  readonly tenant_id: string;
  readonly account_id: string;
  readonly customer_id?: string;
  readonly actor: { readonly id: string };
};

/**
 * The resources that a link is about, read consistently. The authorizer may remember a link that
 * has ended, so its state is decided here: `unauthorized` where it was revoked or has expired, or
 * its customer is closed.
 */
export const readOnboarding = async (
  db: Database,
  { tenant_id, account_id, customer_id = '', actor }: Holder,
  now: Date,
): Promise<Onboarding> => {
  const [linkItem, accountItem, customerItem, open] = await db.batch([
    onboardingLinkKey(tenant_id, actor.id),
    accountKey(tenant_id, account_id),
    customerKeys.customer(tenant_id, customer_id),
    customerKeys.openVerification(tenant_id, customer_id),
  ]);
  if (!linkItem || !accountItem || !customerItem) throw new ApiError('unauthorized');
  const [link, account, customer] = [
    onboardingLinkOf(linkItem),
    accountOf(accountItem),
    customerOf(customerItem),
  ];
  const ended =
    link.status === 'revoked' ||
    link.expires_at <= now.toISOString() ||
    customer.status === 'closed';
  if (ended || link.customer_id !== customer.id) throw new ApiError('unauthorized');
  if (account.status === 'suspended') throw new ApiError('account_suspended');
  const verificationId =
    statusAt(link, now) === 'completed' ? link.verification_id : open?.verification_id;
  const verification = verificationId
    ? await findVerification(db, tenant_id, String(verificationId))
    : undefined;
  return { link, account, customer, verification };
};

/** A document of the customer of an active link; that of another customer is `document_not_found`. */
export const readOwnDocument = async (
  db: Database,
  holder: Holder,
  id: string,
  now: Date,
): Promise<Document> => {
  const { customer, link } = await readOnboarding(db, holder, now);
  const document = await readDocument(db, customer.tenant_id, id);
  if (link.status !== 'active' || document.customer_id !== customer.id)
    throw new ApiError('document_not_found');
  return document;
};

/** The requirements of the customer. */
export const readOnboardingRequirements = async (
  db: Database,
  onboarding: Asking,
): Promise<Requirements> => {
  const { documentReferences } = await readOnboardingContext(db, onboarding);
  return requirementsOf(onboarding, documentReferences);
};

/** The documents of the customer, as far as something is asked; by default those that its open verification names are. */
export const readOnboardingContext = async (
  db: Database,
  onboarding: Asking,
  document_ids: readonly string[] = onboarding.verification?.document_ids ?? [],
) => {
  const { tenant_id, id: customer_id } = onboarding.customer;
  if (!isAsking(onboarding)) return { documentReferences: { named: [], others: [] } };
  return readContext(db, { tenant_id, customer_id, document_ids });
};
