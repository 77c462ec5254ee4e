/** Where a card stands by itself; what keeps it from being used besides are its blocks. */
export type CardState = Exclude<CardStatus, 'blocked'>;
/** What else may be asked of a card; neither moves it by itself. */
export type CardRequest = 'replace' | 'reveal';
/** Everything a business may do with a card or ask of it, as path segments, in the order shown. */
export const cardActionNames = ['activate', 'freeze', 'unfreeze', 'close', 'replace', 'reveal'] as const;
/** What moves a card. */
export type CardAction = Exclude<(typeof cardActionNames)[number], CardRequest>;

/** Why a card cannot be used although its state would allow it, in the order shown. */
export const blockCauses = ['customer_suspended', 'feature_suspended'] as const;
export type BlockCause = (typeof blockCauses)[number];
export type Blocks = Readonly<Record<BlockCause, boolean>>;

/** What the world sees: closed, else blocked by any cause, else the state. */
export const cardStatuses = ['inactive', 'active', 'frozen', 'blocked', 'closed'] as const;
export type CardStatus = (typeof cardStatuses)[number];

/** What the world is told of a card. */
export type CardEventType =
  | 'card.created'
  | 'card.updated'
  | 'card.activated'
  | 'card.frozen'
  | 'card.unfrozen'
  | 'card.blocked'
  | 'card.unblocked'
  | 'card.closed'
  | 'card.replaced'
  | 'card.shipping_updated'
  | 'card.revealed';

type Moves = Record<CardState, Partial<Record<CardAction, readonly [CardState, CardEventType]>>>;

/** The whole life of a card: [next state, what we tell the world]. A move not written here does not exist. */
export const cardMoves: Moves = {
  inactive: { activate: ['active', 'card.activated'], close: ['closed', 'card.closed'] },
  active: { freeze: ['frozen', 'card.frozen'], close: ['closed', 'card.closed'] },
  frozen: { unfreeze: ['active', 'card.unfrozen'], close: ['closed', 'card.closed'] },
  closed: {},
};

/** In which states a card may be asked for what does not move it. */
export const cardRequests: Record<CardRequest, readonly CardState[]> = {
  replace: ['inactive', 'active', 'frozen'],
  reveal: ['active', 'frozen'],
};

/** What can still be done with a blocked card: nothing that a cause of its block forbids. */
export const actionsWhileBlocked: readonly (CardAction | CardRequest)[] = ['close'];

/** Nothing blocks it. */
export const unblocked: Blocks = { customer_suspended: false, feature_suspended: false };

/** The causes that block a card, in the order shown. */
export const causesOf = (blocks: Blocks): BlockCause[] => blockCauses.filter((cause) => blocks[cause]);

/** What the world sees of a card's state and blocks. */
export const cardStatus = (state: CardState, blocks: Blocks): CardStatus =>
  state !== 'closed' && causesOf(blocks).length > 0 ? 'blocked' : state;
