import type { DocumentStatus } from '../../functions/domain/documents/life.ts';
import type { Standing } from '../../functions/domain/features/eligibility.ts';
import type { Refused } from '../../functions/domain/verifications/cure.ts';
import type { Paper } from '../../functions/domain/verifications/documents.ts';
import type { VerificationStatus } from '../../functions/domain/verifications/life.ts';

/** As a verification is before anything was decided against it. */
export const neverRefused: Refused = { last_error: null, identity: null, addresses: null, tried_document_ids: [] };

let made = 0;

/** A document of a customer. */
export const aPaper = (type: Paper['type'], status: DocumentStatus = 'accepted', side?: Paper['side']): Paper => ({
  id: `doc_${String(++made).padStart(26, '0')}`,
  type,
  side: side ?? (type === 'passport' ? 'front' : null),
  status,
});

/** What a customer has under way: documents, of which an open verification names some. */
export const aStanding = (
  papers: readonly Paper[] = [],
  verification?: { readonly status?: VerificationStatus; readonly named?: readonly Paper[] } & {
    readonly level?: 'standard' | 'enhanced';
    readonly refused?: Refused;
  },
): Standing => {
  const named = verification?.named ?? [];
  return {
    verification: verification && {
      id: 'idv_1',
      level: verification.level ?? 'standard',
      status: verification.status ?? 'requires_input',
      document_ids: named.map(({ id }) => id),
      ...(verification.refused ?? neverRefused),
    },
    papers: { named, others: papers.filter((paper) => !named.includes(paper)) },
  };
};
