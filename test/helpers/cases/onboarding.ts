import { done } from '../call.ts';
import { aStoredCustomer, aVerifiedCustomer, completePerson } from '../fixtures/customers.ts';
import { accepted, aDocument, documentBody } from '../fixtures/documents.ts';
import {
  aCompletePersonStored,
  anOnboardingLink,
  aReadyOnboarding,
  linkBody,
} from '../fixtures/onboarding.ts';
import { aCompany, addedPerson, aVerifiedCompany } from '../fixtures/persons.ts';
import type { Tenant } from '../fixtures/tenants.ts';
import { aVerification } from '../fixtures/verifications.ts';
import { aCase, again, type Case } from './case.ts';

const ofOneWho = async (tenant: Tenant) => ({
  params: { customer_id: String((await aCompletePersonStored(tenant)).id) },
  body: linkBody(),
});

const naming = async (tenant: Tenant) => ({
  params: { onboarding_link_id: String((await anOnboardingLink(tenant)).id) },
});

/** A business's calls about links. */
export const onboardingLinkCases = {
  'onboarding-links.create': [
    aCase(
      'of an individual',
      201,
      ['BatchGetItem', 'GetItem', 'BatchGetItem + Query', 'TransactWriteItems'],
      ofOneWho,
    ),
    aCase('of nobody', 404, ['BatchGetItem', 'GetItem'], () => ({
      params: { customer_id: 'cus_01h455vb4pex5vsknk084sn02q' },
      body: linkBody(),
    })),
    aCase('of a closed customer', 409, ['BatchGetItem', 'GetItem'], async (tenant) => ({
      params: {
        customer_id: String(
          (await aStoredCustomer(tenant, completePerson(), { status: 'closed' })).id,
        ),
      },
      body: linkBody(),
    })),
    aCase(
      'of one who is verified',
      409,
      ['BatchGetItem', 'GetItem', 'GetItem'],
      async (tenant) => ({
        params: { customer_id: String((await aVerifiedCustomer(tenant)).id) },
        body: linkBody(),
      }),
    ),
    aCase('again with the same key', 201, ['BatchGetItem', 'GetItem'], async (tenant) => {
      const said = await ofOneWho(tenant);
      return again(tenant, `/customers/${said.params.customer_id}/onboarding-links`, said);
    }),
  ],
  'onboarding-links.list': [
    aCase(
      'of a customer who has one',
      200,
      ['GetItem + Query', 'BatchGetItem'],
      async (tenant) => ({
        params: { customer_id: (await anOnboardingLink(tenant)).customer_id },
      }),
    ),
    aCase('of nobody', 404, ['GetItem + Query'], () => ({
      params: { customer_id: 'cus_01h455vb4pex5vsknk084sn02q' },
    })),
  ],
  'onboarding-links.get': [aCase('that is active', 200, ['GetItem'], naming)],
  'onboarding-links.revoke': [
    aCase('that is active', 200, ['BatchGetItem', 'TransactWriteItems'], async (tenant) => ({
      ...(await naming(tenant)),
      body: {},
    })),
    aCase('that is revoked', 409, ['BatchGetItem', 'GetItem'], async (tenant) => {
      const { params } = await naming(tenant);
      await done(tenant, `/onboarding-links/${params.onboarding_link_id}/revoke`);
      return { params, body: {} };
    }),
    aCase('that is none', 404, ['BatchGetItem', 'GetItem'], () => ({
      params: { onboarding_link_id: 'onb_01h455vb4pex5vsknk084sn02q' },
    })),
  ],
} satisfies Record<string, readonly Case[]>;

const by = ({ token }: { readonly token: string }) => ({ headers: { 'api-key': token } });

/** A link of a customer whose verification is open. */
const ofOpen = async (tenant: Tenant) => {
  const { customer_id } = await aVerification(tenant);
  return by(await anOnboardingLink(tenant, {}, customer_id));
};

/** A link of a business without persons. */
const aBusinessLink = async (tenant: Tenant) =>
  anOnboardingLink(tenant, {}, (await aCompany(tenant)).id);

const controllerBody = { roles: ['controller'], first_name: 'Grace', last_name: 'Hopper' };

const reading = ['BatchGetItem', 'BatchGetItem + Query'];
const readingOpen = ['BatchGetItem', 'GetItem', 'BatchGetItem + Query'];
const verifiedBefore = [...reading, 'BatchGetItem + Query', 'TransactWriteItems'];
const submitting = [...reading, 'BatchGetItem + Query', 'TransactWriteItems'];

/** The page's calls by a link. */
export const onboardingCases = {
  'onboarding.get': [
    aCase('what is asked', 200, reading, async (tenant) => by(await anOnboardingLink(tenant))),
    aCase('what an open verification asks', 200, readingOpen, ofOpen),
  ],
  'onboarding.update-profile': [
    aCase('what is asked', 200, [...reading, 'TransactWriteItems'], async (tenant) => ({
      ...by(await anOnboardingLink(tenant, {}, undefined, completePerson({ nationality: null }))),
      body: { nationality: 'FR' },
    })),
    aCase('nothing, beside an open verification', 200, readingOpen, async (tenant) => ({
      ...(await ofOpen(tenant)),
      body: {},
    })),
  ],
  'onboarding.create-person': [
    aCase('who is asked', 200, [...reading, 'TransactWriteItems'], async (tenant) => ({
      ...by(await aBusinessLink(tenant)),
      body: controllerBody,
    })),
    aCase(
      'beside an open verification',
      200,
      [...readingOpen, 'TransactWriteItems'],
      async (tenant) => {
        const { id } = await aCompany(tenant);
        await done(tenant, `/customers/${id}/verifications`, { level: 'standard' });
        return { ...by(await anOnboardingLink(tenant, {}, id)), body: controllerBody };
      },
    ),
    aCase('of an individual', 409, [...reading, 'GetItem'], async (tenant) => ({
      ...by(await anOnboardingLink(tenant)),
      body: controllerBody,
    })),
    aCase('of a verified business', 200, verifiedBefore, async (tenant) => ({
      ...by(
        await anOnboardingLink(tenant, { level: 'enhanced' }, (await aVerifiedCompany(tenant)).id),
      ),
      body: controllerBody,
    })),
  ],
  'onboarding.update-person': [
    aCase('of whom something is asked', 200, [...reading, 'TransactWriteItems'], async (tenant) => {
      const { id } = await aCompany(tenant);
      const person = await addedPerson(tenant, { roles: ['controller'] }, id);
      const link = await anOnboardingLink(tenant, {}, id);
      return { ...by(link), params: { person_id: String(person.id) }, body: { nationality: 'FR' } };
    }),
    aCase('as it is, beside an open verification', 200, readingOpen, async (tenant) => {
      const { id } = await aCompany(tenant);
      const person = await addedPerson(tenant, {}, id);
      await done(tenant, `/customers/${id}/verifications`, { level: 'standard' });
      return {
        ...by(await anOnboardingLink(tenant, {}, id)),
        params: { person_id: String(person.id) },
        body: {},
      };
    }),
    aCase('of another business', 404, ['BatchGetItem', ''], async (tenant) => ({
      ...by(await aBusinessLink(tenant)),
      params: { person_id: String((await addedPerson(tenant)).id) },
      body: { nationality: 'FR' },
    })),
  ],
  'onboarding.create-document': [
    aCase('of a passport', 201, ['BatchGetItem', 'TransactWriteItems'], async (tenant) => ({
      ...by(await anOnboardingLink(tenant)),
      body: documentBody(),
    })),
    aCase(
      'for an open verification',
      201,
      ['BatchGetItem', 'GetItem', 'TransactWriteItems'],
      async (tenant) => ({
        ...(await ofOpen(tenant)),
        body: documentBody(),
      }),
    ),
    aCase('of a company', 400, ['BatchGetItem', 'GetItem'], async (tenant) => ({
      ...by(await anOnboardingLink(tenant)),
      body: documentBody({ type: 'company_registration' }),
    })),
  ],
  'onboarding.get-document': [
    aCase('that is awaited', 200, ['BatchGetItem', 'GetItem', 'ListObjectsV2'], async (tenant) => {
      const link = await anOnboardingLink(tenant);
      const { id } = await aDocument(tenant, {}, link.customer_id);
      return { ...by(link), params: { document_id: String(id) } };
    }),
  ],
  'onboarding.submit': [
    aCase('where nothing is missing', 200, submitting, async (tenant) => ({
      ...by(await aReadyOnboarding(tenant)),
      body: {},
    })),
    aCase('of somebody who is verified at another level', 200, submitting, async (tenant) => {
      const { id } = await aVerifiedCustomer(tenant);
      await accepted(tenant, id, ['passport', 'selfie', 'proof_of_address']);
      return { ...by(await anOnboardingLink(tenant, { level: 'enhanced' }, id)), body: {} };
    }),
    aCase(
      'of an open verification that lacks documents',
      422,
      [...readingOpen, 'BatchGetItem + Query', 'GetItem'],
      async (tenant) => ({ ...(await ofOpen(tenant)), body: {} }),
    ),
  ],
} satisfies Record<string, readonly Case[]>;
