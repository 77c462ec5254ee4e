/** Until when a card can be used: to the end of this month, UTC. */
export type CardExpiry = {
  /** 1 to 12. */
  readonly exp_month: number;
  /** Four digits. */
  readonly exp_year: number;
};

/** How long a card lives (product.md, Cards). */
const years = 4;

/** The expiry of a card made at a moment: the same month, four years on. */
export const expiryFrom = (made: Date): CardExpiry => ({
  exp_month: made.getUTCMonth() + 1,
  exp_year: made.getUTCFullYear() + years,
});

/** Whether a card's last month is over. */
export const isExpired = ({ exp_month, exp_year }: CardExpiry, now: Date): boolean =>
  now.getTime() >= Date.UTC(exp_year, exp_month, 1);
