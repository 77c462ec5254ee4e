/** What the simulated issuer refuses, by the name that a card is to bear: what honours it and what tells of it read this. */
export const refusedCard = {
  cardholder_name: 'Not Accepted',
  description: 'The issuer does not accept the order: it is refused with issuer_refused.',
} as const;

/** Whether the simulated issuer refuses a card of this name; names are compared without regard to case. */
export const isRefusedCard = (cardholderName: string): boolean =>
  cardholderName.toLowerCase() === refusedCard.cardholder_name.toLowerCase();
