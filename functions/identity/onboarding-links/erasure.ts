import { type ErasuresOf, life } from '../../core/erasure.ts';
import type { OnboardingLink } from './model.ts';

/** The erasure of each field of an onboarding link when its customer is redacted. */
export const onboardingLinkErasures: ErasuresOf<OnboardingLink> = {
  ...life,
  customer_id: 'kept',
  level: 'kept',
  status: 'kept',
  hash: 'kept',
  asked_fields: 'kept',
  documents: 'kept',
  person_ids: 'kept',
  verification_id: 'kept',
  brand_color: 'kept',
  expires_at: 'kept',
  completed_at: 'kept',
  return_url: 'null',
};
