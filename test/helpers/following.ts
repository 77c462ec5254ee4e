import { mergePatch } from '../../functions/core/json.ts';
import type { ResolvingCall } from '../../functions/core/requirement-schema.ts';
import type { Feature } from '../../functions/identity/catalogues/model.ts';
import type { Customer } from '../../functions/identity/customers/model.ts';
import type { Person } from '../../functions/identity/customers/persons.ts';
import type { IdentityProgress } from '../../functions/identity/features/eligibility.ts';
import type { Agreements } from '../../functions/identity/features/qualification.ts';
import { aPerson } from './fixtures/customers.ts';
import { aDocumentReference } from './fixtures/documents.ts';
import { neverDecided } from './fixtures/features.ts';

/** A customer, what it has accepted and what it has open. */
export type World = {
  readonly customer: Customer;
  readonly agreements: Agreements;
  readonly progress: IdentityProgress;
};

/**
 * The values that a caller knows and the service does not: for each field that a requirement leaves
 * null.
 */
const known: Readonly<Record<string, string | number>> = {
  ownership_percent: 1,
  ownership_exemption: 'listed',
  first_name: 'Ada',
  last_name: 'Byron',
  date_of_birth: '1990-04-24',
  nationality: 'GB',
  phone: '+441632960961',
  line1: '1 St James’s Square',
  city: 'London',
  postal_code: 'SW1Y 4JH',
  country: 'GB',
};

/** The world after a caller has made a call and everything that it set going has gone well. */
export const afterCall = (before: World, call: ResolvingCall, feature: Feature): World => {
  const { customer, agreements, progress } = before;
  const { method, path, body } = call;
  if (method === 'PATCH' && path.startsWith('customers/'))
    return {
      ...before,
      customer: declared(mergePatch(customer, filled(body, customer)) as Customer, body),
    };
  if (method === 'PATCH' && path.startsWith('persons/')) {
    const persons = customer.persons.map((one) =>
      path === `persons/${one.id}` ? (mergePatch(one, filled(body, one)) as Person) : one,
    );
    return { ...before, customer: { ...customer, persons } };
  }
  if (path.endsWith('/persons')) {
    const added = aPerson({
      ...(filled(body) as Partial<Person>),
      id: `prs_${customer.persons.length + 1}`,
    });
    return { ...before, customer: { ...customer, persons: [...customer.persons, added] } };
  }
  if (path.endsWith('/agreements')) {
    const accepted = [
      ...agreements.accepted,
      { ...(body as { document: string; version: string }), agreement_id: 'agr_1' },
    ];
    return { ...before, agreements: { ...agreements, accepted } };
  }
  if (method === 'GET')
    return { ...before, progress: accept(progress, path.split('/').at(-1) ?? '') };
  if (path.endsWith('/documents')) {
    const { type, side, person_id } = body as {
      type: 'passport';
      side?: 'front';
      person_id?: string;
    };
    const { verification, documentReferences } = progress;
    const paper = aDocumentReference(type, 'accepted', side ?? null, person_id);
    return {
      ...before,
      progress: {
        verification,
        documentReferences: {
          ...documentReferences,
          others: [...documentReferences.others, paper],
        },
      },
    };
  }
  if (path.endsWith('/submit')) {
    const level = progress.verification?.level ?? feature.level;
    const verification = {
      status: 'verified',
      level,
      verified_at: '2026-11-20T15:04:05.123Z',
    } as const;
    return {
      ...before,
      customer: { ...customer, verification },
      progress: { ...progress, verification: undefined },
    };
  }
  return {
    ...before,
    progress: named(progress, body as { level?: 'standard'; document_ids: string[] }),
  };
};

/**
 * The body with what the caller knows. A customer who corrects an address has not moved: the body
 * asks what addresses of the country need.
 */
const filled = (body: unknown, { address }: Partial<Pick<Person, 'address'>> = {}): object => {
  const values = { ...known, ...(address?.country && { country: address.country }) };
  const fill = (part: unknown): object =>
    Object.fromEntries(
      Object.entries(part as object).map(([name, value]) => [
        name,
        value === null
          ? values[name as keyof typeof values]
          : isObject(value)
            ? fill(value)
            : value,
      ]),
    );
  return fill(body);
};

const isObject = (value: unknown) => typeof value === 'object' && !Array.isArray(value);

/** The customer with the moment of its declaration, where the call declares its owners. */
const declared = (customer: Customer, body: ResolvingCall['body']): Customer =>
  customer.type === 'business' && body?.owners_declared === true
    ? { ...customer, owners_declared_at: '2026-11-20T15:04:05.123Z' }
    : customer;

const accept = (
  { verification, documentReferences }: IdentityProgress,
  id: string,
): IdentityProgress => {
  const accepted = (some: IdentityProgress['documentReferences']['named']) =>
    some.map((paper) => (paper.id === id ? { ...paper, status: 'accepted' as const } : paper));
  return {
    verification,
    documentReferences: {
      named: accepted(documentReferences.named),
      others: accepted(documentReferences.others),
    },
  };
};

const named = (
  { verification, documentReferences }: IdentityProgress,
  { level, document_ids }: { level?: 'standard'; document_ids: string[] },
): IdentityProgress => {
  const all = [...documentReferences.named, ...documentReferences.others];
  const open = verification ?? {
    id: 'idv_2',
    level: level ?? 'standard',
    status: 'requires_input' as const,
    ...neverDecided,
  };
  return {
    verification: { ...open, document_ids },
    documentReferences: {
      named: all.filter(({ id }) => document_ids.includes(id)),
      others: all.filter(({ id }) => !document_ids.includes(id)),
    },
  };
};
