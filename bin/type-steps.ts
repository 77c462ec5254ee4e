import manifest from '../package.json' with { type: 'json' };
import type { Step } from './steps.ts';

/**
 * The commands of npm run types as steps beside others. A compiler that shares the processors with them works in one
 * thread: several take half as much time of the processors again, and more memory.
 */
export const typeSteps: readonly Step[] = manifest.scripts.types.split(' && ').map((command) => {
  const [, ...options] = command.split(' ');
  return {
    name: `types (${command})`,
    words: ['node_modules/typescript/bin/tsc', '--singleThreaded', ...options],
    mend: 'each line above names a file and a line',
  };
});
