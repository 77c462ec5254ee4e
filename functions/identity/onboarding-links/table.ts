import type { Database } from '../../core/dynamodb/client.ts';
import { entity, indexed } from '../../core/dynamodb/entity.ts';
import { filteredPage, type Page, type PageRequest } from '../../core/dynamodb/list.ts';
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
  exists,
  isNew,
  stillHas,
  type Write,
} from '../../core/dynamodb/writes.ts';
import { firstIdAt } from '../../core/new-id.ts';
import { apiKeyKey } from '../../tenants/accounts/access-table.ts';
import type { OnboardingLink } from './model.ts';

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

const links = entity<OnboardingLink>({
  name: 'onboarding-link',
  missing: 'onboarding_link_not_found',
  read: onboardingLinkOf,
  attributes: ({ customer_id }, { of }) => ({ parent_key: of(customer_id) }),
});

export const {
  key: onboardingLinkKey,
  read: readOnboardingLink,
  save: saveOnboardingLink,
  unchanged: linkUnchanged,
} = links;

/** One page of the links of a customer, newest first. */
export const pageOfOnboardingLinks = (
  db: Database,
  tenant: string,
  customerId: string,
  wanted: PageRequest,
): Promise<Page<OnboardingLink>> => {
  const partitions = indexed('by_parent', links.partitionsOf(tenant).of(customerId));
  return filteredPage(db, links.listed(tenant, { partitions }), wanted);
};

/** The newest links of a tenant that were created after a moment, at most so many. */
export const onboardingLinksSince = async (
  db: Database,
  tenant: string,
  since: Date,
  most: number,
): Promise<OnboardingLink[]> => {
  const range = { limit: most, from: firstIdAt('onboarding_link', since) };
  return (await filteredPage(db, links.listed(tenant, { partitions: undefined }), range)).items;
};

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
