import {
  by,
  type EventRecords,
  onlyBy,
  type TriggerStep,
  uploaded_bytes,
} from '../../core/event-record.ts';
import { individual } from '../customers/events.ts';
import type { DocumentEventType, DocumentStatus } from './states.ts';

export const requestUpload = (type: 'passport' | 'selfie'): TriggerStep => ({
  call: 'POST /customers/{customer}/documents',
  body: { type, content_type: 'image/jpeg', size_bytes: uploaded_bytes },
  as: type,
});

const day_ms = 86_400_000;

const dayIn = (days: number, now: Date) =>
  new Date(now.getTime() + days * day_ms).toISOString().slice(0, 10);

export const acceptDocument = (
  type: 'passport' | 'selfie',
  expires_in_days?: number,
): TriggerStep => ({
  call: `POST /simulations/documents/{${type}}`,
  body: (_, { now }) => ({
    outcome: 'accepted',
    ...(expires_in_days !== undefined && { expires_on: dayIn(expires_in_days, now()) }),
  }),
});

export const documents = [
  requestUpload('passport'),
  requestUpload('selfie'),
  acceptDocument('passport'),
  acceptDocument('selfie'),
];

const sampleOf = (
  status: DocumentStatus,
  version: number,
  status_reason: string | null = null,
) => ({
  version,
  status,
  status_reason,
  allowed_actions: [],
  type: 'passport',
  side: 'front',
  content_type: 'image/jpeg',
  expires_on: null,
  upload: null,
});

/** The events of a document. */
export const documentEvents: EventRecords<DocumentEventType> = {
  'document.created': {
    sample: { sequence: 1, data: sampleOf('awaiting_upload', 1) },
    trigger: by(individual(), requestUpload('passport')),
  },
  'document.processing': {
    sample: { sequence: 2, data: sampleOf('processing', 2) },
    trigger: by(individual(), requestUpload('passport'), { upload: 'passport' }),
  },
  'document.accepted': {
    sample: { sequence: 3, data: sampleOf('accepted', 3) },
    trigger: by(individual(), requestUpload('passport'), acceptDocument('passport')),
  },
  'document.rejected': {
    sample: { sequence: 3, data: sampleOf('rejected', 3, 'unreadable') },
    trigger: by(individual(), requestUpload('passport'), {
      call: 'POST /simulations/documents/{passport}',
      body: { outcome: 'rejected', reason: 'unreadable' },
    }),
  },
  'document.updated': {
    sample: {
      sequence: 4,
      data: { ...sampleOf('accepted', 4), expires_on: '2026-12-15' },
      previous: { expires_on: null },
    },
    trigger: onlyBy('A reviewer states when a document expires, in the dashboard.'),
  },
  'document.expiring': {
    sample: {
      sequence: 5,
      data: { ...sampleOf('accepted', 5), expires_on: '2026-12-15' },
    },
    trigger: by(individual(), requestUpload('passport'), acceptDocument('passport', 7)),
  },
  'document.expired': {
    sample: { sequence: 2, data: sampleOf('expired', 2) },
    trigger: by(individual(), requestUpload('passport'), acceptDocument('passport', -2)),
  },
};
