import type { LogLine, Logs } from '../functions/logs.ts';
import { objectIn, objectOr } from '../json-protocol.ts';
import type { FailedRequest } from './handle.ts';

/** Prints failed requests in lines for a terminal; undefined where nobody reads them. */
export const reportsOf = (say: ((report: string) => void) | undefined, logs: Logs) =>
  say && ((request: FailedRequest) => say(reportOf(request, logs)));

/** Which request failed, and why: what its function logged, with the stack; else how its invocation ended. */
const reportOf = (
  { requestId, httpMethod, route, status, invoked }: FailedRequest,
  logs: Logs,
): string => {
  const { functionName, outcome } = invoked ?? {};
  const where = functionName === undefined ? '' : `, function ${functionName}`;
  const logged = outcome
    ? logs
        .lines()
        .filter((line) => line.requestId === outcome.requestId)
        .flatMap(reasonIn)
    : [];
  const ended = outcome?.functionError && objectIn(outcome.payload)?.errorMessage;
  const unknown = outcome ? answeredBy(outcome.payload) : 'No function answered in time.';
  const reasons = logged.length > 0 ? logged : [typeof ended === 'string' ? ended : unknown];
  const indented = [...new Set(reasons)].join('\n').replaceAll(/^/gm, '  ');
  return `${new Date().toISOString()} ${status} ${httpMethod} ${route} (request ${requestId}${where})\n${indented}`;
};

/** The error in the answer of a function that failed by its own answer. */
const answeredBy = (payload: string): string => {
  const { statusCode, body } = objectIn(payload) ?? {};
  const code = typeof body === 'string' ? objectIn(body)?.code : undefined;
  if (statusCode === undefined) return 'The function answered with no response of a route.';
  return `The function answered ${statusCode}${typeof code === 'string' ? ` ${code}` : ''}, and logged no error.`;
};

/** The error in a line: that of a log line of level ERROR, or what came on stderr, as when memory runs out. */
const reasonIn = ({ line, stream }: LogLine): string[] => {
  const logged = objectIn(line);
  if (!logged) return stream === 'stderr' ? [line] : [];
  if (logged.level !== 'ERROR') return [];
  const { stack, cause } = objectOr(logged.error) ?? {};
  const trace = Array.isArray(logged.trace) ? logged.trace.join('\n') : undefined;
  const reason = stack ?? trace ?? logged.errorMessage ?? logged.message;
  return [`${String(reason)}${typeof cause === 'string' ? `\nCaused by ${cause}` : ''}`];
};
