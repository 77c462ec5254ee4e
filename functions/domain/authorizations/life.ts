/** Where an authorization stands. One that was declined is closed from the start. */
export const authorizationStatuses = ['pending', 'closed', 'reversed', 'expired'] as const;
export type AuthorizationStatus = (typeof authorizationStatuses)[number];

/** What the world is told of an authorization. */
export const authorizationEventTypes = [
  'card.authorization_approved',
  'card.authorization_declined',
  'card.authorization_reversed',
] as const;
export type AuthorizationEventType = (typeof authorizationEventTypes)[number];

type Moves = Record<AuthorizationStatus, Partial<Record<AuthorizationStatus, AuthorizationEventType | null>>>;

/**
 * Where an authorization can go from each status, and what we tell the world; null: nobody is told. Whatever was reversed or
 * has expired may still be captured, and where several of these are said, in any order, the same one is left in the end:
 * closed before reversed before expired. A move not written here does not exist.
 */
export const authorizationMoves: Moves = {
  pending: { closed: null, reversed: 'card.authorization_reversed', expired: 'card.authorization_reversed' },
  expired: { closed: null, reversed: null },
  reversed: { closed: null },
  closed: {},
};
