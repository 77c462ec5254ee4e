import {
  by,
  type CardEventRecords,
  type Sample,
  type TriggerStep,
} from '../../core/event-record.ts';
import { syncedSample, virtualCard } from '../cards/events.ts';
import type { CardTokenEventType } from './states.ts';

const provisioned = (status: 'requested' | 'active'): TriggerStep => ({
  call: 'POST /simulations/cards/{card}/provision-token',
  body: { wallet: 'apple_pay', device_type: 'phone', status },
  as: 'token',
});

const token = (action: 'suspend' | 'resume' | 'delete'): TriggerStep => ({
  call: `POST /card-tokens/{token}/${action}`,
});

const sampleOf = (
  sequence: number,
  status: string,
  allowed_actions: readonly string[],
): Sample => ({
  sequence,
  data: {
    version: sequence,
    status,
    status_reason: null,
    allowed_actions,
    wallet: 'apple_pay',
    device_type: 'phone',
    network: 'visa',
    last4: '7801',
    issuer: 'simulator',
    issuer_sync: syncedSample,
  },
});

/** The events of a token. */
export const cardTokenEvents: CardEventRecords<CardTokenEventType> = {
  'card_token.created': {
    reconcilesCards: false,
    sample: sampleOf(1, 'requested', ['suspend', 'delete']),
    trigger: by(...virtualCard, provisioned('active')),
  },
  'card_token.activated': {
    reconcilesCards: false,
    sample: sampleOf(2, 'active', ['suspend', 'delete']),
    trigger: by(...virtualCard, provisioned('requested'), {
      call: 'POST /simulations/card-tokens/{token}',
      body: { status: 'active' },
    }),
  },
  'card_token.suspended': {
    reconcilesCards: true,
    sample: sampleOf(3, 'suspended', ['resume', 'delete']),
    trigger: by(...virtualCard, provisioned('active'), token('suspend')),
  },
  'card_token.resumed': {
    reconcilesCards: true,
    sample: sampleOf(4, 'active', ['suspend', 'delete']),
    trigger: by(...virtualCard, provisioned('active'), token('suspend'), token('resume')),
  },
  'card_token.deleted': {
    reconcilesCards: true,
    sample: sampleOf(5, 'deleted', []),
    trigger: by(...virtualCard, provisioned('active'), token('delete')),
  },
};
