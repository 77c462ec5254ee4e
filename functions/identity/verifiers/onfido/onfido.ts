import { all as countries } from 'iso-3166-1';
import { ApiError } from '../../../core/api-error.ts';
import type { DocumentType } from '../../documents/states.ts';
import type { EvidenceReason } from '../../verifications/checks.ts';
import type { VerificationErrorCode } from '../../verifications/errors.ts';
import { verificationScenario } from '../scenarios.ts';
import type {
  CheckAtProvider,
  IdentityVerifier,
  LookResult,
  Subject,
  SubjectDocument,
} from '../verifier.ts';
import {
  type Applicant,
  askOnfido,
  type OnfidoCheck,
  type OnfidoFile,
  type Report,
} from './client.ts';
import { decisionOfReports, expiriesOf } from './reasons.ts';

// Onfido has no idempotency keys, and its applicants have no external id. So an applicant is made
// with the key of its check for a name, and is found again by that name among the newest. Personal
// data is written to it later, when its id is stored here. One that a crash leaves behind is found
// and used by the next worker. Where there is no next one, as nobody is verified any more, it holds
// two ids and nobody's name. A worker has the verification to itself, so that no two look and make
// one.

/** The names in Onfido of our documents. A register's extract is nothing that it looks at. */
const documentTypes: Readonly<Partial<Record<DocumentType, string>>> = {
  passport: 'passport',
  national_id: 'national_identity_card',
  drivers_license: 'driving_licence',
  residence_permit: 'residence_permit',
  proof_of_address: 'utility_bill',
};

/** The types of files that Onfido takes, with the ends of their names; its limit for one is 10 MB. */
const extensions: Readonly<Record<string, string>> = {
  'image/jpeg': 'jpg',
  'image/png': 'png',
  'application/pdf': 'pdf',
};
const file_bytes_max = 10_000_000;

const fileName = ({ id, content_type }: SubjectDocument): string =>
  `${id}.${extensions[content_type] ?? ''}`;

/** Clocks differ by less. */
const clocks_ms = 10 * 60_000;
const per_page = 100;
const pages_max = 50;

/** The names of an applicant before it has a person's: the key of its check, which is `{verification}/{subject}/{submission}`. */
const placeholders = (key: string) => {
  const [first_name = '', ...rest] = key.split('/');
  return { first_name, last_name: rest.join(' ') };
};

/** The applicant of a key among those made since; undefined where there is none, and `too_many` where that takes too long to say. */
const findApplicant = async ({
  key,
  started_at,
}: CheckAtProvider): Promise<Applicant | undefined | 'too_many'> => {
  const { first_name, last_name } = placeholders(key);
  const since = Date.parse(started_at) - clocks_ms;
  for (let page = 1; page <= pages_max; page++) {
    // The newest come first.
    const { applicants } = await asked<{ applicants: Applicant[] }>(
      `/applicants?page=${page}&per_page=${per_page}`,
    );
    const found = applicants.find(
      (one) => one.first_name === first_name && one.last_name === last_name,
    );
    if (found) return found;
    const [oldest] = applicants.slice(-1);
    if (applicants.length < per_page || !oldest || Date.parse(oldest.created_at) < since)
      return undefined;
  }
  return 'too_many';
};

/** Reads a resource; an answer of 4xx is an exception. */
const asked = async <T>(path: string): Promise<T> => {
  const answer = await askOnfido<T>('GET', path);
  if (!answer.ok) throw new Error(`Onfido does not know what it is asked for: ${answer.status}`);
  return answer.body;
};

const begin: IdentityVerifier['begin'] = async (check) => {
  const found = await findApplicant(check);
  if (found === 'too_many') throw new ApiError('unavailable');
  if (found) return found.id;
  const made = await askOnfido<Applicant>('POST', '/applicants', placeholders(check.key));
  if (!made.ok) throw new Error(`Onfido makes no applicant: ${made.status}`);
  return made.body.id;
};

const look: IdentityVerifier['look'] = async (reference, subject) => {
  const listed = await askOnfido<{ checks: OnfidoCheck[] }>(
    'GET',
    `/checks?applicant_id=${reference}`,
  );
  if (!listed.ok) return review('not_accepted_by_provider');
  // The applicant is of one submission, and so is its check.
  const found = listed.body.checks.find(({ tags }) => tags?.includes(subject.verification_id));
  return found ? resultOf(found, subject) : makeCheck(reference, subject);
};

const review = (reason: EvidenceReason): LookResult => ({
  outcome: 'review',
  evidence: { fields: [], similarity: null, reasons: [reason] },
});

const resultOf = async (
  { id, status, result }: OnfidoCheck,
  subject: Subject,
): Promise<LookResult> => {
  if (status === 'in_progress' || status === 'paused' || status === 'reopened')
    return { outcome: 'waiting' };
  if (status !== 'complete') return review('unknown_reason');
  const { reports } = await asked<{ reports: Report[] }>(`/reports?check_id=${id}`);
  const decision =
    result === 'clear' ? ({ outcome: 'verified' } as const) : decisionOfReports(reports, subject);
  const isPositive = decision.outcome === 'verified' || decision.outcome === 'review';
  return isPositive ? { ...decision, expiries: expiriesOf(reports, subject) } : decision;
};

/** Sends the person and the files that are not there yet, and makes the check of them. */
const makeCheck = async (reference: string, subject: Subject): Promise<LookResult> => {
  const files = subject.documents.filter(
    ({ type }) => type === 'selfie' || documentTypes[type] !== undefined,
  );
  const unsupported = files.find(
    (one) => !extensions[one.content_type] || one.size_bytes > file_bytes_max,
  );
  if (unsupported) return notTaken(unsupported);
  const updated = await askOnfido('PUT', `/applicants/${reference}`, personOf(subject));
  if (!updated.ok) return review('not_accepted_by_provider');
  const { documents } = await asked<{ documents: OnfidoFile[] }>(
    `/documents?applicant_id=${reference}`,
  );
  const { live_photos } = await asked<{ live_photos: OnfidoFile[] }>(
    `/live_photos?applicant_id=${reference}`,
  );
  const document_ids: string[] = [];
  for (const file of files) {
    const there = [...documents, ...live_photos].find(
      ({ file_name }) => file_name === fileName(file),
    );
    const upload = there ?? (await uploaded(reference, file));
    if (!upload) return notRead(file);
    if (file.type !== 'selfie') document_ids.push(upload.id);
  }
  const { tenant_id, verification_id, id } = subject;
  const tags = [tenant_id, verification_id, id];
  const report_names = reportsFor(subject);
  const forced = process.env.ENVIRONMENT === 'sandbox' ? forcedOutcome(subject, report_names) : {};
  const asking = { applicant_id: reference, report_names, document_ids, tags, ...forced };
  const made = await askOnfido('POST', '/checks', asking);
  return made.ok ? { outcome: 'waiting' } : review('not_accepted_by_provider');
};

/**
 * The result asks the customer for another kind of document. A selfie has no other kind, only
 * another picture.
 */
const notTaken = ({ type }: SubjectDocument): LookResult => {
  if (type === 'selfie') return { outcome: 'requires_input', code: 'selfie_mismatch' };
  if (type === 'proof_of_address') return { outcome: 'requires_input', code: 'address_mismatch' };
  return { outcome: 'requires_input', code: 'document_type_not_supported' };
};

const notRead = (file: SubjectDocument): LookResult =>
  file.type === 'selfie' || file.type === 'proof_of_address'
    ? notTaken(file)
    : { outcome: 'requires_input', code: 'document_unreadable' };

/** The file as Onfido has it now; undefined where it has no bytes, or Onfido does not take them. */
const uploaded = async (
  applicant_id: string,
  file: SubjectDocument,
): Promise<OnfidoFile | undefined> => {
  const bytes = await file.read();
  if (!bytes) return undefined;
  const form = new FormData();
  form.set('applicant_id', applicant_id);
  if (file.type !== 'selfie') form.set('type', documentTypes[file.type] ?? '');
  if (file.side !== null) form.set('side', file.side);
  form.set('file', new Blob([new Uint8Array(bytes)], { type: file.content_type }), fileName(file));
  const sent = await askOnfido<OnfidoFile>(
    'POST',
    file.type === 'selfie' ? '/live_photos' : '/documents',
    form,
  );
  return sent.ok ? sent.body : undefined;
};

/** `ONFIDO_WATCHLIST` names the report that watches lists as well, where the environment wants one. */
const reportsFor = ({ level }: Subject): string[] => [
  'document',
  'facial_similarity_photo',
  ...(level === 'enhanced' ? ['proof_of_address'] : []),
  ...(process.env.ONFIDO_WATCHLIST ? [process.env.ONFIDO_WATCHLIST] : []),
];

/**
 * The findings that Onfido's sandbox can be asked for on a document (`sub_result`), by our code
 * that is nearest to each.
 */
const subResults: Readonly<Partial<Record<VerificationErrorCode, string>>> = {
  document_unreadable: 'rejected',
  name_mismatch: 'caution',
  suspected_fraud: 'suspected',
};

/** How the names of other reports begin that it can be asked to doubt (`consider`). */
const consideredReports: Readonly<Partial<Record<VerificationErrorCode, string>>> = {
  selfie_mismatch: 'facial_similarity',
  address_mismatch: 'proof_of_address',
  sanctions_match: 'watchlist',
};

/**
 * The finding of Onfido's sandbox, which looks at no document, for a person whose last name is that
 * of a scenario.
 */
export const forcedOutcome = (
  { last_name, remedied_errors }: Pick<Subject, 'last_name' | 'remedied_errors'>,
  report_names: readonly string[],
): { readonly sub_result?: string; readonly consider?: readonly string[] } => {
  const { code } = verificationScenario(last_name ?? '');
  if (code === null || remedied_errors.includes(code)) return {};
  const sub_result = subResults[code];
  const prefix = consideredReports[code];
  const consider = report_names.filter((name) => prefix !== undefined && name.startsWith(prefix));
  return { ...(sub_result && { sub_result }), ...(consider.length > 0 && { consider }) };
};

/** Onfido wants two names: of a person with one it stands for both. */
const personOf = ({ first_name, middle_name, last_name, date_of_birth, address }: Subject) => {
  const given = [first_name, middle_name].filter((name) => name !== null).join(' ');
  const country = alpha3Of(address?.country ?? null);
  const { line1, line2, city, state, postal_code } = address ?? {};
  const where = { country, line1, line2, town: city, state, postcode: postal_code ?? '-' };
  const stated = Object.fromEntries(Object.entries(where).filter(([, value]) => value));
  return {
    first_name: given || last_name,
    last_name: last_name ?? given,
    ...(date_of_birth && { dob: date_of_birth }),
    ...(country && { address: stated, location: { country_of_residence: country } }),
  };
};

/** ISO 3166-1 has no Kosovo, and Onfido has it as travel documents do. */
const alpha3Of = (code: string | null): string | undefined =>
  code === 'XK' ? 'RKS' : countries().find(({ alpha2 }) => alpha2 === code)?.alpha3;

const forget: IdentityVerifier['forget'] = async (check) => {
  const found = check.reference ?? (await findApplicant(check));
  const id = typeof found === 'object' ? found.id : found;
  // An applicant that is not found in the end is nothing but a name made of ids.
  if (id === undefined || id === 'too_many') return;
  const { ok, status } = { status: 0, ...(await askOnfido('DELETE', `/applicants/${id}`)) };
  if (!ok && status !== 404 && status !== 410)
    throw new Error(`Onfido does not forget an applicant: ${status}`);
};

/** Has Onfido decide: an applicant and a check for each person. */
export const onfido: IdentityVerifier = {
  name: 'onfido',
  decides: 'persons',
  exclusive: true,
  begin,
  look,
  forget,
};
