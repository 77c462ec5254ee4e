/** The statuses of a link for a business; `expired` follows from the time. */
export const onboardingLinkStatuses = ['active', 'completed', 'revoked', 'expired'] as const;

/** The action on a link, as path segment. */
export const onboardingLinkActions = ['revoke'] as const;

/** The events of a link; that a customer has finished is an event of the customer. */
export const onboardingLinkEventTypes = [
  'onboarding_link.created',
  'onboarding_link.revoked',
  'customer.onboarding_completed',
] as const;
export type OnboardingLinkEventType = (typeof onboardingLinkEventTypes)[number];
