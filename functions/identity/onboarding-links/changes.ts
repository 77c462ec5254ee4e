import { changed, type Registration } from '../../core/outbox/unit-of-work.ts';
import type { Transition } from '../../core/transition.ts';
import { type OnboardingLink, toOnboardingLinkResource } from './model.ts';
import { OnboardingLinkResource } from './schema.ts';
import type { OnboardingLinkEventType } from './states.ts';
import { saveOnboardingLink } from './table.ts';

const registration: Registration<OnboardingLink, typeof OnboardingLinkResource> = {
  object: 'onboarding_link',
  schema: OnboardingLinkResource,
  toResource: (link) => toOnboardingLinkResource(link, new Date(link.updated_at)),
  save: saveOnboardingLink,
  customerOf: ({ customer_id }) => customer_id,
};

/** The change for a transition of a link; its token is in none. */
export const onboardingLink = (transition: Transition<OnboardingLink, OnboardingLinkEventType>) =>
  changed(registration, transition);
