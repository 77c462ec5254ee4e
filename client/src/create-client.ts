import { type ClientOptions, clientOf } from './client.ts';
import { type Client, operations } from './contract.ts';

/** A client of the API: `client.customers.create({ body })` gives `{ status, body, headers }`. */
export const createClient = (options: ClientOptions): Client => clientOf<Client>(operations, options);
