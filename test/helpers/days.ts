const dayOf = (moment: Date): string => moment.toISOString().slice(0, 10);

/** Whether a day is one on which something happened since a moment: midnight may have been between. */
export const isDaySince = (began: Date, day: string): boolean =>
  dayOf(began) <= day && day <= dayOf(new Date());
