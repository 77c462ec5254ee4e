import { execFileSync } from 'node:child_process';
import { Agent, type OutgoingHttpHeaders, request } from 'node:http';

/** A request as it goes on the line: nothing is normalised, so that every oddity reaches the service. */
export type Sent = {
  readonly method: string;
  /** From the first slash, query included, as on the request line. */
  readonly target: string;
  /** Several values of one name go as several lines. */
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body?: string | Buffer;
};

/** The response. */
export type Received = {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
};

/** Lets an idle connection go before the other side does, which would break a request that is just entering it. */
const agent = new Agent({ keepAlive: true, maxSockets: 64, timeout: 2_000 });

/** Sends one request to a port of this machine and reads the whole answer. */
export const exchange = (
  port: number,
  { method, target, headers, body }: Sent,
): Promise<Received> =>
  new Promise((resolve, reject) => {
    const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
    const all = { ...headers, ...length } as OutgoingHttpHeaders;
    const outgoing = request(
      { host: '127.0.0.1', port, agent, method, path: target, headers: all },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', reject);
        incoming.on('end', () =>
          resolve({
            status: incoming.statusCode ?? 0,
            headers: incoming.headers as Record<string, string>,
            text: Buffer.concat(chunks).toString('utf8'),
          }),
        );
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });

/** Sends what a command line of curl asks for, as a shell reads it: not every machine has a curl. */
export const sendAsCurl = (command: string): Promise<Received> => {
  const words = execFileSync('sh', ['-c', `curl() { printf '%s\\0' "$@"; }\n${command}`])
    .toString()
    .split('\0');
  const after = (option: string) => words.filter((_, place) => words[place - 1] === option);
  const [url = ''] = words.filter((word) => /^https?:/.test(word));
  const [method = 'GET', body = ''] = [after('-X')[0], after('--data-raw')[0]];
  const headers = Object.fromEntries(after('-H').map((line) => line.split(/: (.*)/)));
  const { port, pathname } = new URL(url);
  return exchange(Number(port), { method, target: pathname, headers, body });
};
