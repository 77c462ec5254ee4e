import type { Customer } from '../customers/customer.ts';
import type { Document, DocumentSide, DocumentType } from '../documents/document.ts';
import { sidesOf } from '../documents/document.ts';
import type { ProofCode } from './errors.ts';
import type { VerificationLevel } from './verification.ts';

/** What of a document says whether it helps a verification. */
export type Paper = Pick<Document, 'id' | 'type' | 'side' | 'status'>;

/** Something to be proven by documents: any one of its choices does, the first is offered first. */
export type Proof = {
  readonly code: ProofCode;
  readonly description: string;
  readonly choices: readonly DocumentType[];
};

const governmentId: Proof = {
  code: 'document.government_id',
  description: 'A government document with a picture, every side of it.',
  choices: ['passport', 'national_id', 'drivers_license', 'residence_permit'],
};

const selfie: Proof = {
  code: 'document.selfie',
  description: 'A picture of the person’s face, taken now.',
  choices: ['selfie'],
};

const proofOfAddress: Proof = {
  code: 'document.proof_of_address',
  description: 'A bill or statement that shows name and address.',
  choices: ['proof_of_address'],
};

const companyRegistration: Proof = {
  code: 'document.company_registration',
  description: 'An extract of the register that the business stands in.',
  choices: ['company_registration'],
};

/** What must be proven for a level; of a business, its registration and who acts for it. */
export const proofsOf = (type: Customer['type'], level: VerificationLevel): readonly Proof[] => [
  ...(type === 'business' ? [companyRegistration] : []),
  governmentId,
  selfie,
  ...(level === 'enhanced' ? [proofOfAddress] : []),
];

/** One side of a document that is needed, and the best that there is of it. */
export type Side = {
  readonly type: DocumentType;
  readonly side: DocumentSide | null;
  readonly paper: Paper | undefined;
};

/** Whether a document helps at all: one that was refused does not. */
export const helps = ({ status }: Paper): boolean => worth[status] > 0;

/** The sides of the choice that is furthest on; of equals the first. */
export const furthest = ({ choices }: Proof, papers: readonly Paper[]): readonly Side[] => {
  const all = choices.map((type) => sidesNeeded(type).map((side) => ({ type, side, paper: best(papers, type, side) })));
  const [first = [], ...others] = all;
  return others.reduce((ahead, other) => (progressOf(other) > progressOf(ahead) ? other : ahead), first);
};

/** Every side that must be seen of a document; of one without sides just itself. */
export const sidesNeeded = (type: DocumentType): readonly (DocumentSide | null)[] =>
  sidesOf[type].length > 0 ? sidesOf[type] : [null];

/** What a document is worth; one that was refused is worth nothing. */
const worth = { accepted: 3, processing: 2, awaiting_upload: 1, rejected: 0, expired: 0 } as const;

const best = (papers: readonly Paper[], type: DocumentType, side: DocumentSide | null): Paper | undefined =>
  papers
    .filter((paper) => paper.type === type && paper.side === side && helps(paper))
    .reduce<Paper | undefined>((a, b) => (a && worth[a.status] >= worth[b.status] ? a : b), undefined);

/** Between 0, nothing there, and 1, all accepted. */
const progressOf = (sides: readonly Side[]): number =>
  sides.reduce((sum, { paper }) => sum + (paper ? worth[paper.status] : 0), 0) / (sides.length * worth.accepted);
