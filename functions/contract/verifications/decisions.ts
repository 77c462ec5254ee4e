import * as z from 'zod/mini';
import { builders, reviewers } from '../roles.ts';
import { route } from '../route.ts';
import { InputRequest, Rejection, VerificationSimulation } from './input.ts';
import { ShownVerification, VerificationId } from './verification.ts';

/** What every decision over a verification in processing shares. */
const deciding = {
  method: 'POST',
  params: z.object({ verification_id: VerificationId }),
  returns: { status: 200, body: ShownVerification },
  errors: ['verification_not_found', 'action_not_allowed'],
  replay: 'stored',
  retry: 'reads_record_first',
} as const;

/** Powers over what they read and write; those over the verification's own table differ. */
const acting = {
  'resources/by_parent': ['query'],
  outbox: ['put'],
  idempotency: ['batch', 'get', 'put'],
} as const;

/** An end frees the customer's place for an open verification, and always changes what the customer is summed up as. */
const ending = { ...acting, resources: ['batch', 'put', 'delete'] } as const;

/** A person decides over what they looked at: once it is another version, they look again. */
const reviewing = { ...deciding, reachable: ['dashboard'], roles: reviewers, ifMatch: 'required' } as const;

export const approveVerification = route({
  ...reviewing,
  id: 'verifications.approve',
  path: '/verifications/{verification_id}/approve',
  summary: 'Decide that an identity is proven',
  needs: { ...acting, resources: ['batch', 'put', 'delete', 'check'] },
  body: z.strictObject({}),
});

export const rejectVerification = route({
  ...reviewing,
  id: 'verifications.reject',
  path: '/verifications/{verification_id}/reject',
  summary: 'Decide that an identity is refused for good',
  needs: ending,
  body: Rejection,
});

export const requestInput = route({
  ...reviewing,
  id: 'verifications.request-input',
  path: '/verifications/{verification_id}/request-input',
  summary: 'Ask for better input',
  needs: { ...acting, resources: ['batch', 'put', 'check'] },
  body: InputRequest,
});

export const simulateVerification = route({
  ...deciding,
  id: 'simulations.verification',
  path: '/simulations/verifications/{verification_id}',
  summary: 'Decide a verification that was submitted',
  description:
    'For a verification in processing; which last names decide by themselves say the scenarios. Sandbox only.',
  body: VerificationSimulation,
  needs: { ...acting, resources: ['batch', 'put', 'delete', 'check'] },
  reachable: ['api', 'dashboard'],
  roles: builders,
  sandboxOnly: true,
});
