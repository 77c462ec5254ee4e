import { routeTable } from 'virtual:route-table';
import { createClient } from '../../../functions/contract/client/client.ts';
import type { Client } from '../../../functions/contract/client/types.ts';
import type { everyRoute } from '../../../functions/contract/routes.ts';
import type { SignIn } from '../session/sign-in.ts';

type EveryRoute = typeof everyRoute;

/** The name of a route, as `cards.freeze`. */
export type RouteId = EveryRoute[number]['id'];

/** The dashboard's way to the API of one environment: every route, typed by the contract. */
export type Api = Client<EveryRoute>;

/** What a call of the client gives in its body. */
export type BodyOf<Call extends (input: never) => Promise<{ readonly body: unknown }>> = Awaited<
  ReturnType<Call>
>['body'];

/** A client of one environment. An expired token is renewed once; where that fails, the person signs in again and
 * returns, unless they just did. */
export const createApi = (base: string, signIn: SignIn, origin: string): Api => {
  const send: typeof fetch = async (input, init) => {
    const first = await fetch(input, authorized(init, signIn));
    if (first.status !== 401) return first;
    if (await signIn.renew()) {
      const second = await fetch(input, authorized(init, signIn));
      if (second.status !== 401) return second;
    }
    await signIn.startAgain(`${location.pathname}${location.search}`);
    return first;
  };
  const baseUrl = new URL(base, origin).href;
  // The client reads of a route what the table holds; its types are those of the declarations the table was printed from.
  const routes = routeTable as unknown as EveryRoute;
  return createClient(routes, { baseUrl, authorization: () => `Bearer ${signIn.token()}`, fetch: send });
};

/** The token at the moment of sending: another one after a renewal. */
const authorized = (init: RequestInit | undefined, signIn: SignIn): RequestInit => {
  const headers = new Headers(init?.headers);
  headers.set('authorization', `Bearer ${signIn.token()}`);
  return { ...init, headers, credentials: 'omit', redirect: 'error' };
};
