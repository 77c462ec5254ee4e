import * as z from 'zod/mini';
import { documentSides, documentTypes, sideFault } from '../../domain/documents/document.ts';
import { clearable } from '../fields.ts';
import { issueOf } from '../issues.ts';
import {
  DocumentContentTypeSchema,
  DocumentRejectionSchema,
  DocumentSideSchema,
  DocumentSize,
  DocumentTypeSchema,
  FileName,
} from './document.ts';

/** What announces a document, before its bytes are sent. */
export const DocumentCreate = z
  .strictObject({
    type: DocumentTypeSchema,
    content_type: DocumentContentTypeSchema,
    size_bytes: DocumentSize,
    ...clearable({ side: DocumentSideSchema, file_name: FileName }),
  })
  .check(
    z.check(
      (payload) => {
        const said: { readonly type?: unknown; readonly side?: unknown } = payload.value;
        const type = documentTypes.find((one) => one === said.type);
        const side = documentSides.find((one) => one === said.side) ?? null;
        // A side that is none at all is told so already.
        if (!type || (side === null && said.side !== undefined && said.side !== null)) return;
        const fault = sideFault(type, side);
        if (fault) payload.issues.push(issueOf(fault.code, said.side, fault.detail, ['side']));
      },
      // Told along with what else is wrong, not after it was put right.
      { when: ({ value }) => typeof value === 'object' && value !== null },
    ),
    z.meta({
      id: 'DocumentCreate',
      description:
        'What will be sent. `side` is required for national_id, drivers_license and residence_permit; a passport has ' +
        'a front only, which is the default; other types have no sides.',
      examples: [{ type: 'passport', content_type: 'image/jpeg', size_bytes: 482_311, file_name: 'passport.jpg' }],
    }),
  );

/** What decides over a document in a simulation. */
export const DocumentSimulation = z
  .strictObject({
    outcome: z
      .enum(['accepted', 'rejected'])
      .check(z.meta({ id: 'DocumentOutcome', description: 'How a document is decided over.' })),
    reason: z.optional(DocumentRejectionSchema),
  })
  .check(
    z.check((payload) => {
      const { outcome, reason } = payload.value;
      const fault = reasonFault[outcome][reason === undefined ? 'unsaid' : 'said'];
      if (fault) payload.issues.push(issueOf(fault.code, reason, fault.detail, ['reason']));
    }),
    z.meta({
      id: 'DocumentSimulation',
      description: '`reason` is required where the outcome is `rejected`, and only there.',
      examples: [{ outcome: 'rejected', reason: 'unreadable' }],
    }),
  );

const reasonFault = {
  accepted: { said: { code: 'invalid_value', detail: 'What is accepted has no reason.' }, unsaid: undefined },
  rejected: { said: undefined, unsaid: { code: 'required', detail: 'Say why it is rejected.' } },
} as const;
