import type { Stack } from 'aws-cdk-lib/core';
import { deliverWebhook } from '../functions/app/jobs/jobs.ts';
import type { Setting } from '../functions/core/route.ts';
import { addressesWith } from '../functions/identity/screeners/lists/addresses.ts';
import {
  listed_score_min,
  type ScreeningSettings,
  yente_score_min,
} from '../functions/identity/screeners/screener.ts';
import { dashboardOrigin, type Environment, roleName } from './environments.ts';

/** The settings that a screener is made of. */
const screeningOf = ({ screening, lists, yente }: Environment): ScreeningSettings => {
  if (screening === 'lists')
    return { by: screening, score_min: lists?.scoreMin ?? listed_score_min };
  if (screening !== 'yente') return { by: screening };
  if (!yente) throw new Error('settings.ts lets no environment with yente be without its settings');
  const { base, dataset, tokenSecret: token_secret, scoreMin: score_min = yente_score_min } = yente;
  return {
    by: screening,
    base,
    dataset,
    score_min,
    ...(token_secret !== undefined && { token_secret }),
  };
};

/** How many days before a card expires the next one is ordered, unless an environment says otherwise. */
const renewal_days = 30;

/** The settings of an environment that a function may be passed, each by its variable. */
export const environmentVariables: Readonly<
  Record<Setting, { variable: string; value: (environment: Environment, stack: Stack) => string }>
> = {
  webhookTargets: { variable: 'WEBHOOK_TARGETS', value: ({ webhookTargets }) => webhookTargets },
  deliveryRole: {
    variable: 'DELIVERY_ROLE',
    value: (environment, { partition, account }) =>
      `arn:${partition}:iam::${account}:role/${roleName(environment, deliverWebhook.id)}`,
  },
  cardIssuer: { variable: 'CARD_ISSUER', value: ({ cardIssuer }) => cardIssuer },
  cardRenewalDays: {
    variable: 'CARD_RENEWAL_DAYS',
    value: ({ cardRenewalDays = renewal_days }) => String(cardRenewalDays),
  },
  identityVerifier: {
    variable: 'IDENTITY_VERIFIER',
    value: ({ identityVerifier }) => identityVerifier,
  },
  screening: {
    variable: 'SCREENING',
    value: (environment) => JSON.stringify(screeningOf(environment)),
  },
  listAddresses: {
    variable: 'LIST_ADDRESSES',
    value: ({ lists }) => JSON.stringify(addressesWith(lists?.addresses)),
  },
  acceptAttestations: {
    variable: 'ACCEPT_ATTESTATIONS',
    value: ({ acceptAttestations }) => String(acceptAttestations),
  },
  onboardingPage: {
    variable: 'ONBOARDING_PAGE',
    value: (environment) => `${dashboardOrigin(environment)}/onboarding`,
  },
  reverifyAfterExpiry: {
    variable: 'REVERIFY_AFTER_EXPIRY',
    value: ({ reverifyAfterExpiry = {} }) => JSON.stringify(reverifyAfterExpiry),
  },
  limits: {
    variable: 'RATE_LIMITS',
    value: ({ limits }) =>
      JSON.stringify({ standard: limits.standard.rate, elevated: limits.elevated.rate }),
  },
};
