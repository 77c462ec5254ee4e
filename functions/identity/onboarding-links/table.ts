import { ApiError } from '../../core/api-error.ts';
import type { Database, Item } from '../../core/dynamodb/client.ts';
import type { ItemKey } from '../../core/dynamodb/keys.ts';
import { indexedPage, listPage, type Page, type Wanted } from '../../core/dynamodb/list.ts';
import {
  absent,
  reading,
  required,
  resourceKeys,
  storedForm,
} from '../../core/dynamodb/stored-form.ts';
import {
  asRead,
  type Condition,
  type ConditionCheck,
  exists,
  isNew,
  stillHas,
  type Write,
} from '../../core/dynamodb/writes.ts';
import { firstIdAt } from '../../core/new-id.ts';
import { apiKeyKey } from '../../tenants/accounts/table.ts';
import type { OnboardingLink } from './model.ts';

/** The key of a link. */
export const onboardingLinkKey = (tenant: string, id: string): ItemKey => ({
  table: 'resources',
  pk: linksOfTenant(tenant),
  sk: id,
});

const linksOfTenant = (tenant: string) => `${tenant}/onboarding-link`;

const linksOfCustomer = (tenant: string, customerId: string) =>
  `${tenant}/${customerId}/onboarding-link`;

/** The link, or `onboarding_link_not_found`. */
export const readOnboardingLink = async (
  db: Database,
  tenant: string,
  id: string,
): Promise<OnboardingLink> => {
  const item = await db.get(onboardingLinkKey(tenant, id));
  if (!item) throw new ApiError('onboarding_link_not_found');
  return onboardingLinkOf(item);
};

/** How a link is stored. */
const onboardingLinkForm = storedForm<OnboardingLink>({
  ...resourceKeys,
  customer_id: required,
  status: required,
  hash: required,
  expires_at: required,
  level: required,
  return_url: absent(null),
  brand_color: absent(null),
  verification_id: absent(null),
  completed_at: absent(null),
  asked_fields: absent([]),
  person_ids: absent([]),
  documents: absent(0),
});

/** The link as stored. */
export const onboardingLinkOf = reading('resources', 'onboarding link', onboardingLinkForm);

/** One page of the links of a customer, newest first. */
export const pageOfOnboardingLinks = (
  db: Database,
  tenant: string,
  customerId: string,
  wanted: Wanted,
): Promise<Page<OnboardingLink>> => {
  const partition = linksOfCustomer(tenant, customerId);
  const partitions = { table: 'resources', index: 'by_parent', partition } as const;
  const keyOf = ({ sk }: Item) => onboardingLinkKey(tenant, String(sk));
  return indexedPage(db, { partitions, keyOf, read: onboardingLinkOf }, wanted);
};

/** The newest links of a tenant that were created after a moment, at most so many. */
export const onboardingLinksSince = async (
  db: Database,
  tenant: string,
  since: Date,
  most: number,
): Promise<OnboardingLink[]> => {
  const partition = { table: 'resources', partition: linksOfTenant(tenant) } as const;
  const { items } = await listPage(db, partition, {
    limit: most,
    from: firstIdAt('onboarding_link', since),
  });
  return items.map((item) => onboardingLinkOf(item));
};

/** What puts a link: a new one under its id, a changed one only over what was read. */
export const saveOnboardingLink = (link: OnboardingLink, read?: OnboardingLink): Write => {
  const { tenant_id: tenant, customer_id, id } = link;
  const item = { ...link, parent_key: linksOfCustomer(tenant, customer_id) };
  return {
    kind: 'put',
    key: onboardingLinkKey(tenant, id),
    item,
    when: read ? asRead(read.version) : isNew,
  };
};

/** The condition that a link has not changed since it was read. */
export const linkUnchanged = ({ tenant_id, id, version }: OnboardingLink): ConditionCheck => ({
  key: onboardingLinkKey(tenant_id, id),
  attribute: 'version',
  is: version,
});

/** Counts a document that was created by a link, if the link has not changed. It is no new version: nothing of it is shown. */
export const countDocument = ({ tenant_id, id, version, documents }: OnboardingLink): Write => ({
  kind: 'set',
  key: onboardingLinkKey(tenant_id, id),
  values: { documents: documents + 1 },
  when: unchangedWith(version, documents),
});

/** Notes a person that was added by a link, if the link is the same version. It is no new version: nothing of it is shown. */
export const notePerson = (
  { tenant_id, id, version, person_ids }: OnboardingLink,
  personId: string,
): Write => ({
  kind: 'set',
  key: onboardingLinkKey(tenant_id, id),
  values: { person_ids: [...person_ids, personId] },
  when: asRead(version),
});

const unchangedWith = (version: number, documents: number): Condition =>
  stillHas({ version, documents });

/** Whom a token lets in, as the authorizer reads it beside the keys. */
export const saveToken = (
  { id, hash, tenant_id, customer_id, expires_at }: OnboardingLink,
  account: {
    readonly account_id: string;
    readonly account_status: string;
    readonly environment: string;
  },
): Write => ({
  kind: 'put',
  key: apiKeyKey(hash),
  item: {
    id,
    kind: 'onboarding',
    tenant_id,
    customer_id,
    ...account,
    expires_at,
    revoked_at: null,
    last_used_on: null,
    scopes: 'onboarding',
    allowed_ips: '',
    plan: 'standard',
    expires_at_s: Math.ceil(Date.parse(expires_at) / 1000),
  },
  when: isNew,
});

/** Ends the token with its link. */
export const endToken = ({ hash, expires_at }: OnboardingLink): Write => ({
  kind: 'set',
  key: apiKeyKey(hash),
  values: { expires_at },
  when: exists,
});

/** Ends a token: the authorizer lets nobody in by it any more. */
export const revokeToken = ({ hash }: OnboardingLink, now: Date): Write => ({
  kind: 'set',
  key: apiKeyKey(hash),
  values: { revoked_at: now.toISOString() },
  when: exists,
});
