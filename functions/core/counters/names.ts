/** Amounts by the names of their counters. */
export type Amounts = Readonly<Record<string, number>>;

/** How often the counters of a place were written. */
export const writesName = 'writes';

/** The counter of the attempts whose duration is in a bucket; without one, what these names begin with. */
export const tookName = (bucket: number | ''): string => `took.${bucket}`;

/** The counter of the verifications in a status. */
export const verificationsName = (status: string): string => `verifications.${status}`;

/** The counter of what was declined for a reason. */
export const declinedName = (reason: string): string => `declined.${reason}`;

/** The counter of what was spent in a currency, minor units. */
export const spentName = (currency: string): string => `spent.${currency}`;
