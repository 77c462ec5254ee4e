import type { ServerResponse } from 'node:http';
import type { TestContext } from 'node:test';
import { Webhook } from 'standardwebhooks';
import { until } from '../../local/test/helpers/until.ts';
import type { Any } from './printed-document.ts';
import { bodyOf, httpReceiver } from './receiver.ts';

/** A request as an endpoint got it; `event` is what its JSON holds. */
export type Arrival = {
  readonly id: string;
  readonly type: string;
  readonly at: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly reported: Any;
};

/** How an endpoint answers its n-th request, counted from 1. */
type Answer = (response: ServerResponse, nth: number) => void;

/** A customer's endpoint on this machine. */
export type Endpoint = {
  readonly url: string;
  readonly arrivals: readonly Arrival[];
  /** Waits until so many requests came; answers the last of them. */
  arrived(count: number): Promise<Arrival>;
  /** From now on it answers so. */
  answer(next: Answer): void;
};

/** Answers with a status and nothing else. */
export const withStatus =
  (status: number, headers: Readonly<Record<string, string>> = {}): Answer =>
  (response) =>
    response.writeHead(status, headers).end();

/** Starts an endpoint that ends with its test. */
export const anEndpoint = async (
  t: TestContext,
  first: Answer = withStatus(200),
): Promise<Endpoint> => {
  const arrivals: Arrival[] = [];
  let answer = first;
  const { url } = await httpReceiver(t, async (request, response) => {
    const at = Date.now();
    const headers = request.headers as Record<string, string>;
    const body = await bodyOf(request);
    const id = String(headers['webhook-id']);
    arrivals.push({
      id,
      type: String(headers['webhook-event-type']),
      at,
      headers,
      body,
      reported: JSON.parse(body),
    });
    answer(response, arrivals.length);
  });
  return {
    url,
    arrivals,
    arrived: (count) => until(() => arrivals[count - 1], `request ${count} arrives`),
    answer: (next) => {
      answer = next;
    },
  };
};

/** Whether the public library takes a request for one that this secret signed. */
export const verifies = (
  secret: string,
  { body, headers }: Pick<Arrival, 'body' | 'headers'>,
): boolean => {
  try {
    new Webhook(secret).verify(body, headers);
    return true;
  } catch {
    return false;
  }
};
