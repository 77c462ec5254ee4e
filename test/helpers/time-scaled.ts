import type { Local, LocalOptions } from '../../local/start.ts';
import { alteredAssembly } from './altered-assembly.ts';
import type { Any } from './printed-document.ts';
import { startService } from './service.ts';

const speed = 60;

/** The assembly of tests with a clock sixty times as fast in its sandbox: a minute of the service's own waits is a second. */
export const timeScaledAssembly = (): string =>
  alteredAssembly('assembly', 'assembly-time-scaled', 'sandbox', (text) => {
    const template: Any = JSON.parse(text);
    for (const { Type, Properties } of Object.values<Any>(template.Resources ?? {})) {
      const variables = Properties?.Environment?.Variables;
      if (Type === 'AWS::Lambda::Function' && variables) variables.CLOCK_SPEED = String(speed);
    }
    return JSON.stringify(template);
  });

/** Starts a sandbox in memory in which a minute of the service's own waits is a second. */
export const startTimeScaled = (options: Partial<LocalOptions> = {}): Promise<Local> =>
  startService({ assembly: timeScaledAssembly(), ...options });
