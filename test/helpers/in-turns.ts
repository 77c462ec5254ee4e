/** Does something with each, a few at a time; rejects with the first failure, once nothing runs any more. */
export const inTurns = async <T>(all: readonly T[], action: (one: T) => Promise<void>, width = 2): Promise<void> => {
  const waiting = all.values();
  let failed = false;
  const work = async () => {
    for (const one of waiting) {
      if (failed) return;
      await action(one).catch((error) => {
        failed = true;
        throw error;
      });
    }
  };
  const outcomes = await Promise.allSettled(Array.from({ length: width }, work));
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
};
