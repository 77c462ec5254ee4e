import type { Logs } from '../../local/functions/logs.ts';
import { runningInvocation, runOutside } from './running.ts';

/** From here on what functions print are lines of their logs; what tests print goes where it always went. */
export const keepPrinted = (logs: Logs): void => {
  for (const stream of ['stdout', 'stderr'] as const) {
    const write = process[stream].write.bind(process[stream]);
    const kept = (printed: string | Uint8Array, ...more: never[]): boolean => {
      const invocation = runningInvocation();
      if (!invocation) return write(printed, ...more);
      const { functionName, instanceId, requestId } = invocation;
      const lines = Buffer.from(printed as string)
        .toString()
        .split('\n');
      for (const line of lines.filter((one) => one !== ''))
        runOutside(() =>
          logs.add({ at: Date.now(), functionName, instanceId, requestId, stream, line }),
        );
      return true;
    };
    Object.assign(process[stream], { write: kept });
  }
};
