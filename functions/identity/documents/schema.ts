import * as z from 'zod/mini';
import { CalendarDate, clearable, conditional, Timestamp } from '../../core/fields.ts';
import { idOf, resourceFields, withDescription } from '../../core/resource.ts';
import { stored, text } from '../../core/text-fields.ts';
import { issueOf } from '../../core/validation.ts';
import { CustomerId } from '../customers/schema.ts';
import { PersonId } from '../persons/schema.ts';
import {
  documentContentTypes,
  documentRejections,
  documentSides,
  documentStatuses,
  documentTypes,
  sideFault,
  sidesOf,
} from './states.ts';

/** The id of a document. */
export const DocumentId = idOf('document');
export const DocumentTypeSchema = z
  .enum(documentTypes)
  .check(z.meta({ id: 'DocumentType', description: 'The kind of document.' }));
export const DocumentSideSchema = z.enum(documentSides).check(
  z.meta({
    id: 'DocumentSide',
    description: 'The side that it shows, if the document has sides.',
  }),
);
export const DocumentContentTypeSchema = z.enum(documentContentTypes).check(
  z.meta({
    id: 'DocumentContentType',
    description: 'The type of the bytes; storage accepts no other.',
  }),
);
export const DocumentRejectionSchema = z
  .enum(documentRejections)
  .check(z.meta({ id: 'DocumentRejection', description: 'Why a document cannot be used.' }));
/** From one byte to 15 MB, counted in powers of ten. */
export const DocumentSize = z
  .int()
  .check(
    z.minimum(1),
    z.maximum(15_000_000),
    z.meta({ description: 'Exact length in bytes.', examples: [482_311] }),
  );
export const FileName = text(255, {
  description: 'The name of the file, for people.',
  example: 'passport.jpg',
});

const Upload = z
  .object({
    method: z.literal('PUT').check(z.meta({ description: 'How the bytes are sent.' })),
    url: z.string().check(
      z.meta({
        description: 'The address for the bytes. Anyone who has it can send them, once.',
      }),
    ),
    headers: z.record(z.string(), z.string()).check(
      z.meta({
        description: 'Headers that must be sent exactly as given; storage rejects others.',
      }),
    ),
    expires_at: withDescription(Timestamp, 'When the link ends.'),
  })
  .check(z.meta({ id: 'Upload', description: 'How to send the bytes: `curl -T file -H … url`.' }));
export type Upload = z.infer<typeof Upload>;

/** The resource of a document. */
export const DocumentResource = z
  .object({
    ...resourceFields('document', 'document'),
    status: z
      .enum(documentStatuses)
      .check(z.meta({ id: 'DocumentStatus', description: 'The status.' })),
    status_reason: z
      .nullable(DocumentRejectionSchema)
      .check(z.meta({ description: 'Why it was rejected; null if it was not.' })),
    allowed_actions: z
      .array(z.string())
      .check(
        z.meta({ description: 'Always empty: a document has no actions besides its upload.' }),
      ),
    customer_id: CustomerId,
    person_id: z.nullable(PersonId).check(
      z.meta({
        description:
          'The person of a business whom it is about; null where it is about the customer.',
      }),
    ),
    type: DocumentTypeSchema,
    side: z.nullable(DocumentSideSchema),
    content_type: DocumentContentTypeSchema,
    size_bytes: DocumentSize,
    file_name: z.nullable(stored(FileName)),
    expires_on: withDescription(
      z.nullable(CalendarDate),
      'The last day on which it is valid, in UTC; null where nobody has stated it.',
    ),
    upload: z.nullable(Upload).check(
      z.meta({
        description:
          'A new link at each read while the upload is missing, otherwise null. Null in lists and events, and for a key without `documents:write`.',
      }),
    ),
  })
  .check(
    z.meta({
      id: 'Document',
      description: 'A document of a customer; its bytes never pass through this API.',
    }),
  );
export type DocumentResource = z.infer<typeof DocumentResource>;

const typesWith = (sides: number) => ({
  type: { enum: documentTypes.filter((type) => sidesOf[type].length === sides) },
});

/** The condition that `sideFault` checks, for the document. */
const sideCondition = conditional(
  typesWith(2),
  { required: ['side'], properties: { side: { type: 'string' } } },
  conditional(
    typesWith(1),
    { properties: { side: { enum: ['front', null] } } },
    { properties: { side: { enum: [null] } } },
  ),
);

const OfPerson = withDescription(
  PersonId,
  'The person of a business whom it is about. Omit it for the business itself, as for its `company_registration`.',
);

/** Announces a document, before its bytes are sent. */
export const DocumentCreate = z
  .strictObject({
    type: DocumentTypeSchema,
    content_type: DocumentContentTypeSchema,
    size_bytes: DocumentSize,
    ...clearable({ side: DocumentSideSchema, file_name: FileName, person_id: OfPerson }),
  })
  .check(
    z.check(
      (payload) => {
        const sent: { readonly type?: unknown; readonly side?: unknown } = payload.value;
        const type = documentTypes.find((one) => one === sent.type);
        const side = documentSides.find((one) => one === sent.side) ?? null;
        // Another rule reports a side that does not exist.
        if (!type || (side === null && sent.side !== undefined && sent.side !== null)) return;
        const fault = sideFault(type, side);
        if (fault) payload.issues.push(issueOf(fault.code, sent.side, fault.detail, ['side']));
      },
      // Reported along with other faults, not after they are fixed.
      { when: ({ value }) => typeof value === 'object' && value !== null },
    ),
    z.meta({
      id: 'DocumentCreate',
      description:
        'The file that you will upload. `side` is required for national_id, drivers_license and residence_permit; a passport has ' +
        'a front only, which is the default; other types have no sides.',
      ...sideCondition,
      examples: [
        {
          type: 'passport',
          content_type: 'image/jpeg',
          size_bytes: 482_311,
          file_name: 'passport.jpg',
        },
      ],
    }),
  );

export type DocumentCreate = z.infer<typeof DocumentCreate>;

/** The date that an operator or a simulation states of a document. */
export const ExpiryDate = CalendarDate.check(
  z.meta({ description: 'The last day on which the document is valid.', examples: ['2031-05-31'] }),
);

/** The simulated decision on a document. */
export const DocumentSimulation = z
  .strictObject({
    outcome: z
      .enum(['accepted', 'rejected'])
      .check(
        z.meta({ id: 'DocumentOutcome', description: 'The simulated decision on a document.' }),
      ),
    ...clearable({ reason: DocumentRejectionSchema, expires_on: ExpiryDate }),
  })
  .check(
    z.check((payload) => {
      const { outcome, reason, expires_on } = payload.value;
      const fault = reasonFault[outcome][reason ? 'present' : 'absent'];
      if (fault) payload.issues.push(issueOf(fault.code, reason, fault.detail, ['reason']));
      if (outcome === 'rejected' && expires_on)
        payload.issues.push(
          issueOf('invalid_value', expires_on, 'What is rejected has no date.', ['expires_on']),
        );
    }),
    z.meta({
      id: 'DocumentSimulation',
      ...conditional(
        { outcome: { enum: ['rejected'] } },
        {
          required: ['reason'],
          properties: { reason: { type: 'string' }, expires_on: { enum: [null] } },
        },
        { properties: { reason: { enum: [null] } } },
      ),
      description:
        '`reason` is required with the outcome `rejected`, and only then; `expires_on` is for `accepted`.',
      examples: [{ outcome: 'rejected', reason: 'unreadable' }],
    }),
  );

const reasonFault = {
  accepted: {
    present: { code: 'invalid_value', detail: 'What is accepted has no reason.' },
    absent: undefined,
  },
  rejected: { present: undefined, absent: { code: 'required', detail: 'Say why it is rejected.' } },
} as const;
