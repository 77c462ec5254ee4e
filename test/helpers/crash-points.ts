/** Any other call to AWS changes something there. */
const reading = [
  ...[
    'GetItem',
    'BatchGetItem',
    'Query',
    'HeadObject',
    'GetObject',
    'ListObjectsV2',
    'ListObjectVersions',
  ],
  ...['Encrypt', 'GenerateMac'],
];

/** The operations that change something. */
export const changing = new RegExp(`^(?!(${reading.join('|')})$)`);

/** A function's end before or after its n-th call to AWS; 1 is the first. */
export type CrashPoint = { readonly effect: 'kill-before' | 'kill-after'; readonly nth: number };

/** Whether this is the long run, which repeats what one run has shown and leaves nothing to reasoning. */
export const isSoak = process.env.SOAK_RUNS !== undefined;

/**
 * When a function dies that makes these calls in this order. A function that is killed after a call
 * has done as much outside as one that is killed before the next, and a call that reads changes
 * nothing. So a crash at each state of the world on the way is one before each call that changes
 * something, and one after the last call. The soak kills on both sides of every call.
 */
export const crashPointsAmong = (operations: readonly string[]): CrashPoint[] => {
  const at = (effect: CrashPoint['effect']) =>
    operations.map((_, position): CrashPoint => ({ effect, nth: position + 1 }));
  const [before, after] = [at('kill-before'), at('kill-after')];
  if (isSoak) return [...before, ...after];
  return [
    ...before.filter(({ nth }) => changing.test(operations[nth - 1] ?? '')),
    ...after.slice(-1),
  ];
};
