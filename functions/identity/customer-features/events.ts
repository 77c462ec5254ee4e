import {
  by,
  type CardEventRecords,
  type MadeResources,
  on,
  type TriggerStep,
} from '../../core/event-record.ts';
import { terms } from '../agreements/events.ts';
import { suspended } from '../customers/events.ts';
import { nothingRequired } from '../customers/requirements.ts';
import { limitsIn } from '../features/model.ts';
import type { ActivationStatus, FeatureEventType } from '../features/states.ts';
import { submitted } from '../verifications/events.ts';

const customerFeatures = '/customers/{customer}/features';

const feature = (action: 'activate' | 'deactivate'): TriggerStep => ({
  call: `POST ${customerFeatures}/{feature}/${action}`,
});

export const orderCard = (
  type: 'virtual' | 'physical',
  as: 'card' | 'feature' = 'card',
): TriggerStep => ({
  call: 'POST /cards',
  body: ({ customer }: MadeResources) => ({ type, customer_id: customer?.id, currency: 'USD' }),
  as,
});

/** The feature for a type of cards is that of the environment's catalogue. */
export const activated = (type: 'virtual' | 'physical' = 'virtual') => [
  ...[...submitted(), terms, orderCard(type, 'feature')],
  feature('activate'),
];

/** A feature with the usual caps: the example is one and the same in every catalogue. */
const customerFeature = (status: ActivationStatus, status_reason: string | null = null) => ({
  feature: 'virtual_cards',
  eligibility: status === 'suspended' ? 'ineligible' : 'eligible',
  status,
  status_reason,
  requirements: nothingRequired,
  ineligible_reasons:
    status === 'suspended'
      ? [
          {
            code: 'customer_suspended',
            description: 'The customer is suspended; reactivate it first.',
          },
        ]
      : [],
  limits: [...limitsIn({ caps: 1 }, 'USD')],
  activated_at: status === 'inactive' ? null : '2026-11-20T15:04:05.123Z',
  allowed_actions: status === 'inactive' ? ['activate'] : ['deactivate'],
});

/** The events of a feature of a customer. */
export const featureEvents: CardEventRecords<FeatureEventType> = {
  'feature.activated': {
    reconcilesCards: true,
    sample: { sequence: 1, data: customerFeature('active') },
    trigger: by(...activated()),
  },
  'feature.deactivated': {
    reconcilesCards: true,
    sample: { sequence: 2, data: customerFeature('inactive', 'No longer wanted.') },
    trigger: by(...activated(), feature('deactivate')),
  },
  'feature.suspended': {
    reconcilesCards: true,
    sample: { sequence: 2, data: customerFeature('suspended', 'customer_suspended') },
    trigger: by(...activated(), on('customer', 'suspend')),
  },
  'feature.resumed': {
    reconcilesCards: true,
    sample: { sequence: 3, data: customerFeature('active') },
    trigger: by(
      ...activated(),
      suspended(`${customerFeatures}/{feature}`, 'suspended'),
      on('customer', 'reactivate'),
    ),
  },
};
