/** Gives the keys that cursors are authenticated by: each is one business's own, for one period of `period_days`. */
export type CursorKeys = {
  /** The same for the same business and period, in every process; 32 bytes. */
  of(tenant: string, period: number): Promise<Uint8Array>;
};

/** How long cursors are made with one key; one more period they are still taken. */
export const period_days = 30;
