import { registerHooks } from 'node:module';
import type { Calls } from '../../../local/calls.ts';
import { environmentOf } from '../../../local/functions/environment.ts';
import type { LambdaFunction } from '../../../local/functions/lambda-function.ts';
import type { InstancePool, PoolOptions } from '../../../local/functions/pool.ts';
import { offerBuiltIn } from '../built-in.ts';
import { commonOf, overlayEnvironments } from '../environment.ts';
import { createWorldPool } from '../pool.ts';
import { keepPrinted } from '../printed.ts';
import { runLoading, runningInvocation } from '../running.ts';
import { reach } from '../transport.ts';

/**
 * Runs the functions of all environments in this process, as they are written. Each environment has its own copy of every
 * module, since modules keep what they read of its variables.
 */
export const createListeningPool = (options: PoolOptions, calls: Calls): InstancePool => {
  const { logs, endpoint, credentials } = options;
  const functions = new Map([...options.functions].map(([name, of]) => [name, withOwnKeys(of)]));
  const atImport = variablesAtImport([...functions.values()], endpoint);
  offerBuiltIn();
  keepPrinted(logs);
  reach(inTheNameOfTheFunction(calls));
  return createWorldPool({
    functions,
    logs,
    endpoint,
    credentials,
    load: (file, { environment }) => {
      file.searchParams.set(parameter, environment);
      return runLoading(atImport.get(environment) ?? {}, () => import(file.href));
    },
  });
};

/** Clients are shared by the functions of an environment: keys that expire at once are read again for each call. */
const withOwnKeys = (of: LambdaFunction): LambdaFunction => ({
  ...of,
  variables: { ...of.variables, AWS_CREDENTIAL_EXPIRATION: new Date(0).toISOString() },
});

const variablesAtImport = (functions: readonly LambdaFunction[], endpoint: string) => {
  const keys = { accessKeyId: '', secretAccessKey: '' };
  const byEnvironment = Map.groupBy(functions, ({ environment }) => environment);
  return new Map(
    [...byEnvironment].map(([environment, its]) => [
      environment,
      commonOf(its.map((of) => environmentOf(of, '', keys, endpoint))),
    ]),
  );
};

/** Two calls at one moment may be signed with the keys of one function. */
const inTheNameOfTheFunction = (calls: Calls): Calls => ({
  ...calls,
  admit: (request) => {
    const { service, head } = calls.admit(request);
    const invocation = runningInvocation();
    if (!invocation) return { service, head };
    const { functionName, instanceId } = invocation;
    return {
      service,
      head: { ...head, principal: { kind: 'function', functionName, instanceId } },
    };
  },
});

overlayEnvironments();

/** Names the environment in the address of a module, and of all that it imports but packages. */
const parameter = 'environment';

/** As in bundles: clients look for keys where Lambda puts them, and nowhere else. */
const provider = '@aws-sdk/credential-provider-node';
const providerHere = new URL(
  '../../../functions/core/aws/environment-credentials.ts',
  import.meta.url,
).href;

registerHooks({
  resolve: (specifier, context, next) => {
    if (specifier === provider) return { url: providerHere, shortCircuit: true };
    const resolved = next(specifier, context);
    const environment =
      context.parentURL && URL.parse(context.parentURL)?.searchParams.get(parameter);
    if (
      !environment ||
      !resolved.url.startsWith('file:') ||
      resolved.url.includes('/node_modules/')
    )
      return resolved;
    return { ...resolved, url: `${resolved.url}?${parameter}=${environment}` };
  },
});
