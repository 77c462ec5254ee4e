import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { WebhookEvent } from '../../client/src/contract.ts';
import { verifyEvent } from '../../client/src/webhooks.ts';

/** An endpoint on this machine, and the events that came whose signature it has verified. */
export type Receiver = {
  readonly url: string;
  /** The secret of the deliveries; one that comes before it is known is rejected, and comes again. */
  readonly expect: (secret: string) => void;
  /** The endpoint that is asked about amounts, and declines each for lack of funds once the secret of its questions is known. */
  readonly without_funds: { readonly url: string; readonly expect: (secret: string) => void };
  readonly verified: ReadonlyMap<string, WebhookEvent>;
  readonly close: () => void;
};

const questions_path = '/authorize';

/** Takes deliveries at a free port of 127.0.0.1. */
export const startReceiver = async (): Promise<Receiver> => {
  const verified = new Map<string, WebhookEvent>();
  let [expected, expectedOfQuestions] = ['', ''];
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece);
    try {
      if (request.url === questions_path) {
        verifyEvent(expectedOfQuestions, Buffer.concat(pieces), request.headers);
        response.end(JSON.stringify({ decision: 'decline', reason: 'insufficient_funds' }));
        return;
      }
      const event = verifyEvent(expected, Buffer.concat(pieces), request.headers);
      verified.set(event.id, event);
      response.writeHead(204).end();
    } catch {
      response.writeHead(400).end();
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const origin = `http://127.0.0.1:${port}`;
  return {
    url: `${origin}/webhooks`,
    expect: (secret) => {
      expected = secret;
    },
    without_funds: {
      url: `${origin}${questions_path}`,
      expect: (secret) => {
        expectedOfQuestions = secret;
      },
    },
    verified,
    close: () => {
      server.close();
      server.closeAllConnections();
    },
  };
};
