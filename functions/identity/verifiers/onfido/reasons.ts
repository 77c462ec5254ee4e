import type { Evidence, EvidenceReason, StatedExpiry } from '../../verifications/checks.ts';
import { governmentId } from '../../verifications/documents.ts';
import { type VerificationErrorCode, verificationErrors } from '../../verifications/errors.ts';
import type { LookResult, Subject } from '../verifier.ts';
import type { Breakdown, Report } from './client.ts';

/**
 * The meaning of a doubt of Onfido, by report and by the place in its breakdown. A doubt that is
 * not here, and any that it has beside these, is for an operator. A document that proves an address
 * is renewed by the code for addresses: the others would ask for another passport.
 */
export const reasonsOf: Readonly<Record<string, Readonly<Record<string, VerificationErrorCode>>>> =
  {
    document: {
      'data_comparison.first_name': 'name_mismatch',
      'data_comparison.last_name': 'name_mismatch',
      'data_comparison.date_of_birth': 'date_of_birth_mismatch',
      'data_validation.document_expiration': 'document_expired',
      'image_integrity.image_quality': 'document_unreadable',
      'image_integrity.conclusive_document_quality': 'document_unreadable',
      'image_integrity.colour_picture': 'document_unreadable',
      'image_integrity.supported_document': 'document_type_not_supported',
      'age_validation.minimum_accepted_age': 'under_minimum_age',
      'visual_authenticity.fonts': 'suspected_fraud',
      'visual_authenticity.picture_face_integrity': 'suspected_fraud',
      'visual_authenticity.template': 'suspected_fraud',
      'visual_authenticity.security_features': 'suspected_fraud',
      'visual_authenticity.original_document_present': 'suspected_fraud',
      'visual_authenticity.digital_tampering': 'suspected_fraud',
      'visual_authenticity.other': 'suspected_fraud',
      'compromised_document.document_database': 'suspected_fraud',
      'compromised_document.repeat_attempts': 'suspected_fraud',
      police_record: 'suspected_fraud',
    },
    facial_similarity_photo: {
      'face_comparison.face_match': 'selfie_mismatch',
      'image_integrity.face_detected': 'selfie_mismatch',
    },
    proof_of_address: {
      'data_comparison.address': 'address_mismatch',
      'data_comparison.first_name': 'name_mismatch',
      'data_comparison.last_name': 'name_mismatch',
      'document_classification.supported_document': 'address_mismatch',
      'image_integrity.image_quality': 'address_mismatch',
    },
  };

/**
 * The outcome of several doubts: the first of these codes counts; a match on a list is never a
 * rejection by itself.
 */
const codes = Object.keys(verificationErrors) as VerificationErrorCode[];

/** The outcome of the reports of a check that is complete, and not clear. */
export const decisionOfReports = (reports: readonly Report[], subject: Subject): LookResult => {
  const doubts = new Set(reports.flatMap((report) => doubtsOf(report, subject)));
  const [code] = codes.filter((one) => doubts.has(one)).toSorted(rejectionsFirst);
  const isKnown = !doubts.has('unknown_reason') && !doubts.has('sanctions_match');
  if (code && isKnown) return { outcome: verificationErrors[code].leads_to, code };
  return { outcome: 'review', evidence: evidenceOf(reports, subject, [...doubts]) };
};

const rejectionsFirst = (one: VerificationErrorCode, other: VerificationErrorCode): number =>
  Number(verificationErrors[other].leads_to === 'rejected') -
  Number(verificationErrors[one].leads_to === 'rejected');

/** Why a report is not clear, in codes of ours. */
const doubtsOf = (report: Report, subject: Subject): EvidenceReason[] => {
  if (report.result === 'clear') return [];
  if (report.name.startsWith('watchlist')) return ['sanctions_match'];
  const doubtful = leavesOf(report.breakdown).filter(([, result]) => isDoubtful(result));
  if (doubtful.length === 0) return ['unknown_reason'];
  return doubtful.map(([place]) => {
    const code = reasonsOf[report.name]?.[place] ?? 'unknown_reason';
    // Nobody is rejected where Onfido itself suspects nothing.
    if (code === 'suspected_fraud' && report.sub_result !== 'suspected') return 'unknown_reason';
    // A person with one name has no first name that could be corrected.
    if (code === 'name_mismatch' && subject.first_name === null) return 'unknown_reason';
    return code;
  });
};

const isDoubtful = (result: string | null | undefined): boolean =>
  result !== null && result !== undefined && result !== 'clear';

/** The results at the ends of a breakdown, each with its place; a group is one where nothing below it is in doubt. */
const leavesOf = (
  breakdown: Report['breakdown'],
  above: readonly string[] = [],
): [place: string, result: string | null | undefined][] =>
  Object.entries(breakdown ?? {}).flatMap(([name, node]) => {
    const place = [...above, name];
    const below = leavesOf(node.breakdown, place);
    const isExplained = below.some(([, result]) => isDoubtful(result)) || !isDoubtful(node.result);
    return isExplained ? below : [...below, [place.join('.'), node.result]];
  });

/** The date of expiry that the report has of the identity document, for each of its sides, the front first. */
export const expiriesOf = (
  reports: readonly Report[],
  { documents }: Subject,
): readonly StatedExpiry[] => {
  const expires_on = reports.find(({ name }) => name === 'document')?.properties?.date_of_expiry;
  if (typeof expires_on !== 'string') return [];
  return documents
    .filter(({ type }) => governmentId.choices.includes(type))
    .toSorted((one, other) => Number(one.side === 'back') - Number(other.side === 'back'))
    .map(({ id }) => ({ document_id: id, expires_on }));
};

/** The evidence that an operator sees of it. */
const evidenceOf = (
  reports: readonly Report[],
  subject: Subject,
  reasons: readonly EvidenceReason[],
): Evidence => {
  const document = reports.find(({ name }) => name === 'document');
  const face = reports.find(({ name }) => name === 'facial_similarity_photo');
  const compared = document?.breakdown?.data_comparison?.breakdown;
  const fields = (['first_name', 'last_name', 'date_of_birth'] as const).map((field) => ({
    field,
    profile: subject[field],
    document: textOf(document?.properties?.[field]),
    agrees: agreesIn(compared?.[field]),
  }));
  const expiry = {
    field: 'expiry_date',
    profile: null,
    document: textOf(document?.properties?.date_of_expiry),
    agrees: agreesIn(document?.breakdown?.data_validation?.breakdown?.document_expiration),
  };
  const score = face?.breakdown?.face_comparison?.breakdown?.face_match?.properties?.score;
  return {
    fields: [expiry, ...fields],
    similarity: typeof score === 'number' ? Math.round(score * 100) : null,
    reasons,
  };
};

const agreesIn = (node: Breakdown | undefined): boolean | null =>
  node?.result === undefined || node.result === null ? null : node.result === 'clear';

const text_characters_max = 200;

const textOf = (value: unknown): string | null =>
  typeof value === 'string' ? value.slice(0, text_characters_max) : null;
