import { type ClientOptions, clientOf } from './client.ts';
import { type Client, operations } from './contract.ts';
import { product } from './product.ts';

/** A client of the API: `client.customers.create({ body })` gives `{ status, body, headers }`. */
export const createClient = (options: ClientOptions): Client =>
  clientOf<Client>(
    operations,
    isBrowser ? options : { ...options, userAgent: userAgentOf(options.userAgent) },
  );

/** A browser names itself, and would ask the API before it sends another name. */
const isBrowser = 'document' in globalThis;

/** The program, this package, and what it runs on: `order-service/3 financial-services-client/0.2.0 node/24.21.0`. */
const userAgentOf = (program: string | undefined): string => {
  const versions: Readonly<Record<string, string | undefined>> = globalThis.process?.versions ?? {};
  const platform = ['bun', 'deno', 'node'].find((name) => versions[name] !== undefined);
  return [program, product, platform && `${platform}/${versions[platform]}`]
    .filter(Boolean)
    .join(' ');
};
