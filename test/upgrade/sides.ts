import type { Local } from '../../local/start.ts';

/** The version that answers: the earlier one, this one, or both in turn. */
export type Side = 'earlier' | 'both' | 'later';

/** Decides which version gets each invocation, and counts them. */
export const sidesOf = () => {
  let side: Side = 'earlier';
  const turns = new Map<string, number>();
  const taken = { earlier: 0, later: 0 };
  return {
    taken,
    /** From now on this side answers. */
    let: (next: Side): void => {
      side = next;
    },
    /** Each function changes its version with each invocation, so a call and its repetition meet both. */
    isEarlier: (name: string): boolean => {
      const turn = turns.get(name) ?? 0;
      turns.set(name, turn + 1);
      const isEarlier = side === 'earlier' || (side === 'both' && turn % 2 === 0);
      taken[isEarlier ? 'earlier' : 'later'] += 1;
      return isEarlier;
    },
  };
};

/** The requests and messages that fail by the service's own fault from now on, as their functions print them. */
export const failuresOf = ({ logs }: Pick<Local, 'logs'>) => {
  const failures: string[] = [];
  let calls = 0;
  const stop = logs.subscribe(({ functionName: name, line }) => {
    const logged = eventIn(line);
    if (logged?.event === 'request') calls += 1;
    const isFault =
      (logged?.event === 'request' && Number(logged.status) >= 500) ||
      logged?.event === 'message_failed' ||
      logged?.event === 'stored_item_unreadable';
    if (isFault) failures.push(`${name} ${line.slice(0, 600)}`);
  });
  return { failures, calls: () => calls, stop };
};

const eventIn = (line: string): Readonly<Record<string, unknown>> | undefined => {
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
};

/** The dead-letter queues that have messages. */
export const deadLettersOf = ({ queues }: Pick<Local, 'queues'>): string[] =>
  queues.all
    .filter(({ name }) => /failed|missed/.test(name))
    .flatMap((queue) =>
      queue.depth().visible > 0 ? [`${queue.name}: ${queue.depth().visible}`] : [],
    );
