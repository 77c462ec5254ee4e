import type { Local } from '../../local/start.ts';

/** What functions said went wrong from a moment on (milliseconds since 1970), since other files may use the service too. */
export const errorsLogged = ({ logs }: Local, since = 0): string[] =>
  logs
    .lines()
    .filter(({ at }) => at >= since)
    .filter(({ line, stream }) => stream === 'stderr' || line.includes('"level":"ERROR"'))
    .map(({ functionName, line }) => `${functionName}: ${line}`);
