import * as z from 'zod/mini';
import { idOf } from '../../core/resource.ts';
import { routeLike, simulation } from '../../core/resource-routes.ts';
import { DocumentResource, DocumentSimulation } from '../../identity/documents/schema.ts';
import {
  VerificationResource,
  VerificationSimulation,
} from '../../identity/verifications/schema.ts';

export const simulateDocument = routeLike(simulation, {
  id: 'simulations.document',
  path: '/simulations/documents/{document_id}',
  summary: 'Accept or reject a document without its bytes',
  description: 'For a document that waits for its upload or is being inspected. Sandbox only.',
  params: z.object({ document_id: idOf('document') }),
  body: DocumentSimulation,
  returns: { status: 200, body: DocumentResource },
  errors: ['document_not_found', 'action_not_allowed'],
  permissions: { resources: ['batch', 'put'], outbox: ['put'] },
});

export const simulateVerification = routeLike(simulation, {
  params: z.object({ verification_id: idOf('verification') }),
  returns: { status: 200, body: VerificationResource },
  errors: ['verification_not_found', 'action_not_allowed', 'screening_not_clear'],
  id: 'simulations.verification',
  path: '/simulations/verifications/{verification_id}',
  summary: 'Decide a verification that was submitted',
  description:
    'For a verification in processing. The scenarios list the last names that are decided automatically. Sandbox only.',
  body: VerificationSimulation,
  permissions: {
    'resources/by_parent': ['query'],
    outbox: ['put'],
    resources: ['batch', 'put', 'delete', 'check'],
  },
});
