import type { Command } from 'commander';
import type { ListCall } from '../client/src/calls.ts';
import { clientOf } from '../client/src/client.ts';
import { type Profile, profileNamed } from './profiles.ts';
import { cliFetch } from './proxies.ts';

/** The options that every command has. */
export type GlobalOptions = {
  readonly profile?: string;
  readonly json?: true;
  readonly yes?: true;
};

/** The parts of a request besides its address. */
export type Input = {
  /** Values of `{…}` in the path. */
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly idempotencyKey?: string;
  readonly ifMatch?: string;
};

/** Any request by its method and path; awaited, its answer, and in `for await` every item of a list. */
export type Api = (
  method: string,
  path: string,
  input?: Input,
) => ListCall<number, unknown, unknown>;

/** The API of a profile, by the client with its retries. */
export const apiOf = ({ base_url, tenant_id, secret_key }: Profile): Api => {
  const tenant = tenant_id !== undefined && { tenantId: tenant_id };
  const options = { baseUrl: base_url, apiKey: secret_key, fetch: cliFetch, ...tenant };
  return (method, path, input = {}) => {
    const operation = { id: 'api.call', method, path: `/${path.replace(/^\/+/, '')}` };
    return clientOf<{ api: { call: (input: Input) => ReturnType<Api> } }>(
      [operation],
      options,
    ).api.call(input);
  };
};

/** The profile of a command, and its API. */
export type Context = {
  readonly name: string;
  readonly profile: Profile;
  readonly api: Api;
  readonly json: boolean;
  readonly yes: boolean;
};

/** The context of a command, by its options. */
export const contextOf = (command: Command): Context => {
  const { profile: named, json = false, yes = false } = command.optsWithGlobals<GlobalOptions>();
  const { name, profile } = profileNamed(named);
  return { name, profile, api: apiOf(profile), json, yes };
};
