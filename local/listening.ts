import { once } from 'node:events';
import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A server that listens; `stop` closes its port and every connection. */
export type Listening = { readonly port: number; stop(): Promise<void> };

/** Opens a server; port 0 is a free one. Rejects with EADDRINUSE when it is taken. */
export const listening = async (server: Server, port = 0, host = '127.0.0.1'): Promise<Listening> => {
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
