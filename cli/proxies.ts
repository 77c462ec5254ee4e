import { UsageError } from './failures.ts';
import { isThisMachine } from './profiles.ts';

type Environment = Readonly<Record<string, string | undefined>>;
type Fetch = typeof globalThis.fetch;

/** A variable of the environment in either case; the lower one wins, as in curl. */
const variableOf = (environment: Environment, name: string): string =>
  environment[name.toLowerCase()] || environment[name.toUpperCase()] || '';

/**
 * The proxy that the environment names for an address; undefined without one. A request to this
 * machine stays on it: a proxy elsewhere could not reach it, and would get the key in clear.
 */
export const proxyOf = (url: URL, environment: Environment): URL | undefined => {
  const name = url.protocol === 'https:' ? 'HTTPS_PROXY' : 'HTTP_PROXY';
  const given = variableOf(environment, name);
  if (given === '') return undefined;
  const text = given.includes('://') ? given : `http://${given}`;
  const proxy = URL.canParse(text) ? new URL(text) : undefined;
  if (!proxy || !/^https?:$/.test(proxy.protocol) || proxy.hostname === '')
    throw new UsageError(
      `${name} takes the address of a proxy, such as http://proxy.example.com:3128.`,
    );
  return isThisMachine(url) && !isThisMachine(proxy) ? undefined : proxy;
};

/** A fetch that uses the proxies of an environment: HTTPS_PROXY, HTTP_PROXY and NO_PROXY, in either case. */
export const fetchBy = (environment: Environment): Fetch => {
  const agents = new Map<string, Promise<Fetch>>();
  return async (input, init) => {
    const proxy = proxyOf(new URL(input instanceof Request ? input.url : input), environment);
    const key = proxy?.href ?? '';
    const through = agents.get(key) ?? fetchThrough(proxy, variableOf(environment, 'NO_PROXY'));
    agents.set(key, through);
    try {
      return await (await through)(input, init);
    } catch (error) {
      throw proxy && error instanceof TypeError
        ? Object.assign(error, { proxy: proxy.host })
        : error;
    }
  };
};

/** The global fetch would use proxies by rules of its own where NODE_USE_ENV_PROXY is set. */
const fetchThrough = async (proxy: URL | undefined, noProxy: string): Promise<Fetch> => {
  // Loaded here: most commands need no proxy and would start later by it.
  const { Agent, EnvHttpProxyAgent, fetch } = await import('undici');
  const { href } = proxy ?? {};
  const dispatcher = href
    ? new EnvHttpProxyAgent({
        httpProxy: href,
        httpsProxy: href,
        noProxy,
        proxyTunnel: false,
      })
    : new Agent();
  const options = { dispatcher } as object;
  return (input, init) => (fetch as unknown as Fetch)(input, { ...init, ...options });
};

const proxied = fetchBy(process.env);
const names = ['HTTP_PROXY', 'HTTPS_PROXY'];

/** The fetch of the command line. */
export const cliFetch: Fetch = (input, init) =>
  names.some((name) => variableOf(process.env, name) !== '')
    ? proxied(input, init)
    : fetch(input, init);
