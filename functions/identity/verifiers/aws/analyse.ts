import { ApiError } from '../../../core/api-error.ts';
import { type FaceComparer, face_bytes_max, rekognition } from '../../../core/aws/rekognition.ts';
import {
  type TextLine,
  type TextReader,
  text_bytes_max,
  textract,
} from '../../../core/aws/textract.ts';
import { isOutage } from '../../../core/client-settings.ts';
import type { DocumentType } from '../../documents/states.ts';
import type { LookResult, Subject, SubjectDocument } from '../verifier.ts';
import { assessed, type Likeness, type Reading, readExpiry } from './assessment.ts';
import { zoneIn } from './zone.ts';

/** The services that read text and compare faces. */
export type DocumentAnalysis = TextReader & FaceComparer;

/** Textract and Rekognition. */
export const awsDocumentAnalysis = (): DocumentAnalysis => ({ ...textract(), ...rekognition() });

/** Looks at the newest document with a picture and at the newest selfie of a person. `unavailable` where a service is. */
export const analyse = async (
  subject: Subject,
  analysis: DocumentAnalysis,
  now: Date,
): Promise<LookResult> => {
  const { type, sides } = identityDocument(subject.documents);
  const [selfie] = newestFirst(subject.documents.filter((one) => one.type === 'selfie'));
  try {
    const [reading, likeness] = await Promise.all([
      read(sides, analysis),
      compare(selfie, sides[0], analysis),
    ]);
    const result = assessed(subject, { type, reading, likeness }, now);
    const expires_on = readExpiry(reading, now);
    if (result.outcome !== 'review' || expires_on === null) return result;
    return { ...result, expiries: sides.map(({ id }) => ({ document_id: id, expires_on })) };
  } catch (error) {
    if (isOutage(error)) throw new ApiError('unavailable');
    throw error;
  }
};

const identityTypes: readonly DocumentType[] = [
  'passport',
  'national_id',
  'residence_permit',
  'drivers_license',
];

/** The sides of the document that came last, the front first; of a side that came twice the last one. */
const identityDocument = (documents: readonly SubjectDocument[]) => {
  const all = newestFirst(documents.filter(({ type }) => identityTypes.includes(type)));
  const type = all[0]?.type ?? 'passport';
  const ofType = all.filter((one) => one.type === type);
  const sides = [null, 'front', 'back'].flatMap(
    (side) => ofType.find((one) => one.side === side) ?? [],
  );
  return { type, sides };
};

/** Ids are in the order of creation. */
const newestFirst = (documents: readonly SubjectDocument[]): SubjectDocument[] =>
  documents.toSorted((one, other) => (one.id < other.id ? 1 : -1));

const textTypes = ['image/jpeg', 'image/png', 'application/pdf'];
const faceTypes = ['image/jpeg', 'image/png'];

/** The bytes of a document; undefined where a service does not take them, or there are none. */
const bytesOf = async (
  document: SubjectDocument | undefined,
  { types, bytes_max }: { readonly types: readonly string[]; readonly bytes_max: number },
): Promise<Buffer | undefined> =>
  document && types.includes(document.content_type) && document.size_bytes <= bytes_max
    ? ((await document.read()) ?? undefined)
    : undefined;

/** The zone of whichever side has one. */
const read = async (sides: readonly SubjectDocument[], analysis: TextReader): Promise<Reading> => {
  const all = await Promise.all(
    sides.map(async (side) => {
      const bytes = await bytesOf(side, { types: textTypes, bytes_max: text_bytes_max });
      return bytes ? analysis.readText(bytes) : 'not_taken';
    }),
  );
  const readings = all.map((one) => (isText(one) ? (zoneIn(one) ?? 'no_zone') : one));
  const zone = readings.find((one) => typeof one === 'object');
  return (
    zone ??
    (['unreadable', 'not_taken'] as const).find((one) => readings.includes(one)) ??
    'no_zone'
  );
};

const isText = (
  read: readonly TextLine[] | 'unreadable' | 'not_taken',
): read is readonly TextLine[] => typeof read !== 'string';

const compare = async (
  selfie: SubjectDocument | undefined,
  front: SubjectDocument | undefined,
  analysis: FaceComparer,
): Promise<Likeness> => {
  const taken = { types: faceTypes, bytes_max: face_bytes_max };
  const [one, other] = await Promise.all([bytesOf(selfie, taken), bytesOf(front, taken)]);
  return one && other ? analysis.compareFaces(one, other) : 'not_taken';
};
