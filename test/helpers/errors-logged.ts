import type { Local } from '../../local/start.ts';

/**
 * What functions said went wrong from a moment on (milliseconds since 1970), since other files may use the service too. An authorizer can only refuse a key by failing with the word that API Gateway knows, and
 * the runtime logs every failure: that one is no error.
 */
export const errorsLogged = ({ logs }: Local, since = 0): string[] =>
  logs
    .lines()
    .filter(({ at }) => at >= since)
    .filter(({ line, stream }) => stream === 'stderr' || line.includes('"level":"ERROR"'))
    .filter(({ line }) => !line.includes('"errorMessage":"Unauthorized"'))
    .map(({ functionName, line }) => `${functionName}: ${line}`);
