import type { Breakdown } from '../../functions/identity/verifiers/onfido/client.ts';

/** A report as the stand-in keeps it. */
export type Report = {
  readonly name: string;
  readonly result: string;
  readonly sub_result?: string;
  readonly breakdown?: Record<string, Breakdown>;
  readonly properties?: Record<string, unknown>;
};

const doubtsOf: Readonly<Record<string, readonly [group: string, leaf: string]>> = {
  rejected: ['image_integrity', 'image_quality'],
  caution: ['data_comparison', 'first_name'],
  suspected: ['visual_authenticity', 'fonts'],
  facial_similarity_photo: ['face_comparison', 'face_match'],
  proof_of_address: ['data_comparison', 'address'],
};

const doubtful = (name: string, doubt: string, sub_result?: string): Report => {
  const [group, leaf] = doubtsOf[doubt] ?? ['records', 'sanction'];
  const breakdown = {
    [group]: { result: 'consider', breakdown: { [leaf]: { result: 'consider' } } },
  };
  return { name, result: 'consider', breakdown, ...(sub_result && { sub_result }) };
};

/** The findings of a sandbox that is asked for them. */
export const forcedReports = ({
  sub_result,
  consider = [],
}: Record<string, unknown>): readonly Report[] => [
  ...(typeof sub_result === 'string' ? [doubtful('document', sub_result, sub_result)] : []),
  ...(consider as string[]).map((name) => doubtful(name, name)),
];
