import { cpus } from 'node:os';

/** The processors of this machine, whoever uses them. */
export type Processors = {
  /** Whether they had hardly any time to spare lately: one more instance would only make all others slower. */
  areBusy(): boolean;
};

/** Milliseconds that all processors together were idle and were there, since some moment. */
type Times = { readonly idle: number; readonly all: number };

/** Looks at what they had to spare since it last looked, every tenth of a second at most. */
export const createProcessors = (read: () => Times = timesOf, now: () => number = Date.now): Processors => {
  let last = read();
  let at = now();
  let busy = false;
  return {
    areBusy: () => {
      if (now() - at < look_ms) return busy;
      const times = read();
      busy = times.idle - last.idle < (times.all - last.all) * spare_min;
      [last, at] = [times, now()];
      return busy;
    },
  };
};

const look_ms = 100;
const spare_min = 0.1;

const timesOf = (): Times => {
  const each = cpus().map(({ times }) => times);
  const sum = (of: (times: (typeof each)[number]) => number) => each.reduce((total, times) => total + of(times), 0);
  return {
    idle: sum(({ idle }) => idle),
    all: sum(({ user, nice, sys, idle, irq }) => user + nice + sys + idle + irq),
  };
};
