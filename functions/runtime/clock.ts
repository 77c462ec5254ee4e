/** Time as a function has it. A test may make another. */
export type Clock = {
  readonly now: () => Date;
  /** What every wait of the service is divided by: 1 wherever it is deployed, more on a laptop. */
  readonly waitDivisor: number;
};

/**
 * The clock of this process. A function that waits for something reads `waitDivisor` at its start, so that a bad
 * `WAIT_DIVISOR` stops it there; the others are given none.
 */
export const systemClock = (environment: Readonly<Record<string, string | undefined>> = process.env): Clock => ({
  now: () => new Date(),
  get waitDivisor() {
    return positiveWhole('WAIT_DIVISOR', environment.WAIT_DIVISOR);
  },
});

/** When and in which environment something is measured. */
export const here = ({ now }: Pick<Clock, 'now'>) => ({ now: now(), environment: process.env.ENVIRONMENT });

const positiveWhole = (name: string, text: string | undefined): number => {
  const value = Number(text);
  if (text !== undefined && /^[1-9][0-9]*$/.test(text) && Number.isSafeInteger(value)) return value;
  throw new Error(`${name} is ${JSON.stringify(text) ?? 'not set'}: it must be a positive whole number`);
};
