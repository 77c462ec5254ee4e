import type { Customer } from '../../functions/customers/model.ts';
import type { Feature } from '../../functions/features/catalogue.ts';
import type { Agreements, IdentityProgress } from '../../functions/features/eligibility.ts';
import { mergePatch } from '../../functions/json.ts';
import type { ResolvingCall } from '../../functions/requirement.ts';
import { aDocumentReference } from './fixtures/documents.ts';
import { neverDecided } from './fixtures/features.ts';

/** A customer, what it has accepted and what it has open. */
export type World = {
  readonly customer: Customer;
  readonly agreements: Agreements;
  readonly progress: IdentityProgress;
};

/** What a caller knows and the service does not: the value of each field that a requirement leaves null. */
const known: Readonly<Record<string, string>> = {
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
    return { ...before, customer: mergePatch(customer, filled(body)) as Customer };
  if (path.endsWith('/agreements')) {
    const accepted = [
      ...agreements.accepted,
      { ...(body as { document: string; version: string }), agreement_id: 'agr_1' },
    ];
    return { ...before, agreements: { ...agreements, accepted } };
  }
  if (method === 'GET') return { ...before, progress: accept(progress, path.split('/').at(-1) ?? '') };
  if (path.endsWith('/documents')) {
    const { type, side } = body as { type: 'passport'; side?: 'front' };
    const { verification, documentReferences } = progress;
    const paper = aDocumentReference(type, 'accepted', side ?? null);
    return {
      ...before,
      progress: {
        verification,
        documentReferences: { ...documentReferences, others: [...documentReferences.others, paper] },
      },
    };
  }
  if (path.endsWith('/submit')) {
    const level = progress.verification?.level ?? feature.level;
    const verification = { status: 'verified', level, verified_at: '2026-11-20T15:04:05.123Z' } as const;
    return { ...before, customer: { ...customer, verification }, progress: { ...progress, verification: undefined } };
  }
  return { ...before, progress: named(progress, body as { level?: 'standard'; document_ids: string[] }) };
};

const filled = (body: unknown): object =>
  Object.fromEntries(
    Object.entries(body as object).map(([name, value]) => [name, value === null ? known[name] : filled(value)]),
  );

const accept = ({ verification, documentReferences }: IdentityProgress, id: string): IdentityProgress => {
  const accepted = (some: IdentityProgress['documentReferences']['named']) =>
    some.map((paper) => (paper.id === id ? { ...paper, status: 'accepted' as const } : paper));
  return {
    verification,
    documentReferences: { named: accepted(documentReferences.named), others: accepted(documentReferences.others) },
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
