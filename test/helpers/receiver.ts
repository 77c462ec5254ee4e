import { createServer as createHttpServer, type RequestListener } from 'node:http';
import { createServer as createHttpsServer } from 'node:https';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import type { TestContext } from 'node:test';

/** A server on this machine that ends with its test, connections and all. */
export type Receiver = { readonly port: number; readonly url: string };

/** Accepts connections and does with them what the test says, HTTP or not. */
export const rawReceiver = (
  t: TestContext,
  onConnection: (socket: Socket) => void,
): Promise<Receiver> => listen(t, createServer(onConnection), 'http');

/** Answers HTTP. */
export const httpReceiver = (t: TestContext, onRequest: RequestListener): Promise<Receiver> =>
  listen(t, createHttpServer(onRequest), 'http');

/** Answers HTTPS with the certificate given. */
export const httpsReceiver = (
  t: TestContext,
  tls: { key: string; cert: string; maxVersion?: 'TLSv1.1' },
  onRequest: RequestListener,
) => listen(t, createHttpsServer(tls, onRequest), 'https');

/** Every byte of a request's body, as text. */
export const bodyOf = async (request: AsyncIterable<Buffer>): Promise<string> => {
  const pieces: Buffer[] = [];
  for await (const piece of request) pieces.push(piece);
  return Buffer.concat(pieces).toString();
};

const listen = async (t: TestContext, server: Server, scheme: string): Promise<Receiver> => {
  const sockets = new Set<Socket>();
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined); // The sender breaks off when it has had enough.
    socket.on('close', () => sockets.delete(socket));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.close();
    for (const socket of sockets) socket.destroy();
  });
  const { port } = server.address() as AddressInfo;
  return { port, url: `${scheme}://127.0.0.1:${port}/hook` };
};
