import { useEffect, useRef } from 'react';

/** From one look to the next, in milliseconds: an inspection takes seconds, an operator may take hours. */
const pauses_ms = [1_000, 2_000, 2_000, 4_000, 8_000, 15_000, 30_000];

/** Looks again and again while something is awaited. */
export const useFollow = (isAwaited: boolean, look: () => Promise<void>): void => {
  const latest = useRef(look);
  useEffect(() => {
    latest.current = look;
  }, [look]);
  useEffect(() => {
    if (!isAwaited) return;
    const ending = new AbortController();
    const follow = async () => {
      for (let looks = 0; !ending.signal.aborted; looks++) {
        await new Promise((wait) =>
          setTimeout(wait, pauses_ms[Math.min(looks, pauses_ms.length - 1)]),
        );
        if (!ending.signal.aborted) await latest.current();
      }
    };
    follow();
    return () => ending.abort();
  }, [isAwaited]);
};
