import type { EventTypeOf } from '../../core/event-types.ts';
/** Where a token is. `requested`: the cardholder has not proven to the wallet yet that the card is theirs. */
export const cardTokenStatuses = ['requested', 'active', 'suspended', 'deleted'] as const;
export type CardTokenStatus = (typeof cardTokenStatuses)[number];

/** Every action on a token, as path segments, in the order of the resource. */
export const cardTokenActionNames = ['suspend', 'resume', 'delete'] as const;
export type CardTokenAction = (typeof cardTokenActionNames)[number];

/** The events of a token. */
export type CardTokenEventType = EventTypeOf<'card_token'>;

type Transitions = Record<
  CardTokenStatus,
  Partial<Record<CardTokenAction | 'activate', readonly [CardTokenStatus, CardTokenEventType]>>
>;

const deleted = ['deleted', 'card_token.deleted'] as const;

/** The state machine of a token: [next status, event]. Only the issuer activates. A transition that is not in the table does not exist. */
export const cardTokenTransitions: Transitions = {
  requested: {
    activate: ['active', 'card_token.activated'],
    suspend: ['suspended', 'card_token.suspended'],
    delete: deleted,
  },
  active: { suspend: ['suspended', 'card_token.suspended'], delete: deleted },
  suspended: { resume: ['active', 'card_token.resumed'], delete: deleted },
  deleted: {},
};

/** Digital wallets. */
export const wallets = ['apple_pay', 'google_pay', 'samsung_pay'] as const;

/** The devices that a wallet runs on. */
export const deviceTypes = ['phone', 'watch', 'other'] as const;
