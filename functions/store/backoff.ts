/** Between the first two tries, doubling up to the longest; the whole is jittered so that racers part. */
const shortestPauseMs = 25;
const longestPauseMs = 800;

/** How long to wait after a try that came to nothing (0: the first), in milliseconds. */
export const pauseAfter = (attempt: number): number =>
  Math.random() * Math.min(longestPauseMs, shortestPauseMs * 2 ** attempt);
