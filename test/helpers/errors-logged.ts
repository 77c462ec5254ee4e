import type { Local } from '../../local/start.ts';

/**
 * What functions said went wrong. An authorizer can only refuse a key by failing with the word that API Gateway knows, and
 * the runtime logs every failure: that one is no error.
 */
export const errorsLogged = ({ logs }: Local): string[] =>
  logs
    .lines()
    .filter(({ line, stream }) => stream === 'stderr' || line.includes('"level":"ERROR"'))
    .filter(({ line }) => !line.includes('"errorMessage":"Unauthorized"'))
    .map(({ functionName, line }) => `${functionName}: ${line}`);
