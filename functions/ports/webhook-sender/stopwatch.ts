import { isIP, type Socket } from 'node:net';
import type { AttemptTimings } from '../../domain/deliveries/attempt.ts';

/** How far a request has come: what is being waited for. */
export type Phase = 'dns' | 'connect' | 'tls' | 'answer';

/** Follows one request from its name to its answer and remembers how long each phase took. */
export const stopwatch = (url: URL) => {
  const named = isIP(url.hostname.replace(/^\[|\]$/g, '')) === 0;
  const timings: { -readonly [timing in keyof AttemptTimings]: number | null } = {
    dns_ms: null,
    connect_ms: null,
    tls_ms: null,
    first_byte_ms: null,
  };
  let phase: Phase = named ? 'dns' : 'connect';
  let since = performance.now();
  let remoteAddress: string | null = null;
  const enter = (next: Phase, timing: keyof AttemptTimings | null) => {
    const now = performance.now();
    if (timing !== null) timings[timing] = Math.round(now - since);
    phase = next;
    since = now;
  };
  return {
    /** Called when the request has its connection, new or used before. */
    follow: (connection: Socket, reused: boolean) => {
      const connected = () => {
        remoteAddress = connection.remoteAddress ?? null;
      };
      if (reused) {
        connected();
        return enter('answer', null);
      }
      connection.once('lookup', (error: Error | null) => {
        if (error === null) enter('connect', 'dns_ms');
      });
      connection.once('connect', () => {
        connected();
        enter(url.protocol === 'https:' ? 'tls' : 'answer', 'connect_ms');
      });
      connection.once('secureConnect', () => enter('answer', 'tls_ms'));
    },
    /** Called when the answer's headers are there. */
    answered: () => enter('answer', 'first_byte_ms'),
    phase: (): Phase => phase,
    timings: (): AttemptTimings => ({ ...timings }),
    remoteAddress: (): string | null => remoteAddress,
  };
};
