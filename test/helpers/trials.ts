/** Whether `npm run quick` runs the test: `npm test` tries ten times as much. */
export const isQuick = process.env.QUICK !== undefined;

/** How often a test tries what it makes by chance. */
export const trials = (count: number): number => (isQuick ? Math.ceil(count / 10) : count);
