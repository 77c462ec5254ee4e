import {
  by,
  type EventRecords,
  type MadeResources,
  on,
  type TriggerStep,
} from '../../core/event-record.ts';
import { individual } from '../customers/events.ts';
import { nothingRequired } from '../customers/requirements.ts';
import { acceptDocument, documents, requestUpload } from '../documents/events.ts';
import { type VerificationErrorCode, verificationErrors } from './errors.ts';
import type { VerificationEventType, VerificationStatus } from './states.ts';

const verification: TriggerStep = {
  call: 'POST /customers/{customer}/verifications',
  body: ({ passport, selfie }: MadeResources) => ({
    level: 'standard',
    document_ids: [passport, selfie].flatMap((one) => one?.id ?? []),
  }),
  as: 'verification',
};

const submit: TriggerStep = {
  call: 'POST /verifications/{verification}/submit',
  awaits: { path: '/verifications/{verification}' },
};

export const submitted = (last_name?: string) => [
  individual(last_name),
  ...documents,
  verification,
  submit,
];

const sampleOf = (status: VerificationStatus, version: number, more: object = {}) => ({
  version,
  status,
  status_reason: null,
  allowed_actions: status === 'requires_input' ? ['submit', 'cancel'] : [],
  level: 'standard',
  requirements: nothingRequired,
  attestation: null,
  last_error: null,
  submitted_at:
    status === 'processing' || status === 'verified' ? '2026-11-20T15:03:00.000Z' : null,
  decided_at: status === 'verified' ? '2026-11-20T15:04:05.123Z' : null,
  ...more,
});

const decided = (code: VerificationErrorCode) => {
  const { message, leads_to } = verificationErrors[code];
  const last_error = { code, message, retryable: leads_to === 'requires_input' };
  const submitted_at = '2026-11-20T15:03:00.000Z';
  return { status_reason: code, last_error, submitted_at, decided_at: '2026-11-20T15:04:05.123Z' };
};

/** The events of a verification. */
export const verificationEvents: EventRecords<VerificationEventType> = {
  'verification.created': {
    sample: { sequence: 1, data: sampleOf('requires_input', 1) },
    trigger: by(individual(), verification),
  },
  'verification.updated': {
    sample: {
      sequence: 2,
      data: sampleOf('requires_input', 2),
      previous: { document_ids: [] },
    },
    trigger: by(individual(), verification, requestUpload('selfie'), acceptDocument('selfie'), {
      call: 'PATCH /verifications/{verification}',
      body: ({ selfie }) => ({ document_ids: [selfie?.id] }),
    }),
  },
  'verification.processing': {
    sample: { sequence: 3, data: sampleOf('processing', 3) },
    trigger: by(...submitted()),
  },
  'verification.requires_input': {
    sample: {
      sequence: 4,
      data: sampleOf('requires_input', 4, decided('document_unreadable')),
    },
    trigger: by(...submitted('Name Mismatch')),
  },
  'verification.verified': {
    sample: { sequence: 4, data: sampleOf('verified', 4) },
    trigger: by(...submitted()),
  },
  'verification.rejected': {
    sample: {
      sequence: 4,
      data: sampleOf('rejected', 4, decided('suspected_fraud')),
    },
    trigger: by(...submitted('Suspected Fraud')),
  },
  'verification.canceled': {
    sample: { sequence: 3, data: sampleOf('canceled', 3) },
    trigger: by(individual(), verification, on('verification', 'cancel')),
  },
};
