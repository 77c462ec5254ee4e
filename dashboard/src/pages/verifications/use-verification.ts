import type { Verification } from '../../api/objects.ts';
import { type Follow, useRead } from '../../api/use-read.ts';

/** A verification, followed as the page says. */
export const useVerification = (verification_id: string, follow?: Follow<Verification>) =>
  useRead<Verification>({
    key: ['verification', verification_id],
    read: (api, signal) => api.verifications.get({ params: { verification_id }, signal }),
    follow,
  });
