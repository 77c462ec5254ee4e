import { by, type EventRecords, onlyBy, type TriggerStep } from '../../core/event-record.ts';
import { individual } from '../customers/events.ts';
import type { OnboardingLinkEventType } from './states.ts';

const link: TriggerStep = {
  call: 'POST /customers/{customer}/onboarding-links',
  body: { return_url: 'https://example.com/' },
  as: 'onboarding_link',
};

const onboardingLink = (status: string, version: number) => ({
  version,
  status,
  status_reason: null,
  allowed_actions: status === 'active' ? ['revoke'] : [],
  verification_id: null,
  completed_at: null,
});

const completed = {
  verification_id: 'idv_01jd5fq7k9e8xv3m2n4p6r8t0w',
  completed_at: '2026-11-20T15:04:05.123Z',
};

/** The events of an onboarding link. */
export const onboardingLinkEvents: EventRecords<OnboardingLinkEventType> = {
  'onboarding_link.created': {
    sample: { sequence: 1, data: onboardingLink('active', 1) },
    trigger: by(individual(), link),
  },
  'onboarding_link.revoked': {
    sample: { sequence: 2, data: onboardingLink('revoked', 2) },
    trigger: by(individual(), link, {
      call: 'POST /onboarding-links/{onboarding_link}/revoke',
    }),
  },
  'customer.onboarding_completed': {
    sample: {
      sequence: 2,
      data: { ...onboardingLink('completed', 2), ...completed },
    },
    trigger: onlyBy(
      'A customer completes the page: fsapi post /customers/{customer_id}/onboarding-links, then open its url.',
    ),
  },
};
