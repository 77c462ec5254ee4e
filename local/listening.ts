import { once } from 'node:events';
import type { IncomingMessage, Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server that listens; `stop` closes its port and every connection. */
export type Listening = { readonly port: number; stop(): Promise<void> };

/** Opens a server; port 0 is a free one. Rejects with EADDRINUSE when it is taken. */
export const listening = async (
  server: Server,
  port = 0,
  host = '127.0.0.1',
): Promise<Listening> => {
  server.listen(port, host);
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    stop: async () => {
      const closed = once(server, 'close');
      server.close();
      server.closeAllConnections();
      await closed;
    },
  };
};

/** The body of a request; undefined where it is longer, and cut off where it is longer than `read_bytes_max`. */
export const bodyIn = async (
  request: IncomingMessage,
  bytes_max: number,
  read_bytes_max = bytes_max,
): Promise<Buffer | undefined> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length;
    if (bytes <= bytes_max) chunks.push(chunk);
    else chunks.length = 0;
    if (bytes > read_bytes_max) request.destroy();
  }
  return bytes > bytes_max ? undefined : Buffer.concat(chunks);
};
