import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Plugin } from 'esbuild';
import * as countries from 'iso-3166-1';
import { type Instead, sdkShortcuts } from './sdk-shortcuts.ts';

/** Whatever is asked of it, it was left out knowingly. */
const refused = (name: string) => `export class ${name} { constructor() { throw new Error('${name} is left out'); } }`;

/**
 * What no function of ours needs of the libraries that all of them carry, by path below node_modules, and what stands there
 * instead. A path or a passage that a new version no longer has stops the build, so that somebody looks.
 */
export const leftOut: Readonly<Record<string, Instead>> = {
  ...sdkShortcuts,
  // None of our operations streams events; asked for by import(), they keep the rest of the SDK from being shaken.
  '@smithy/core/dist-es/submodules/event-streams/index.js': `
    export { resolveEventStreamSerdeConfig } from './eventstream-serde-config-resolver/EventStreamSerdeConfig';
    export const eventStreamSerdeProvider = () => undefined;
    ${refused('EventStreamSerde')}`,
  // A function has no profiles in a home directory. These are looked for at start, with node:fs/promises.
  '@smithy/core/dist-es/submodules/config/shared-ini-file-loader/loadSharedConfigFiles.js': `
    export { CONFIG_PREFIX_SEPARATOR } from './constants';
    export const loadSharedConfigFiles = async () => ({ configFile: {}, credentialsFile: {} });`,
  // Of an EC2 machine, and asked in the mode "auto" alone.
  '@smithy/core/dist-es/submodules/config/config-resolver/regionConfig/getInstanceMetadataRegion.js':
    'export const getInstanceMetadataRegion = async () => undefined;',
  // Functions retry in the standard mode.
  '@smithy/core/dist-es/submodules/retry/util-retry/AdaptiveRetryStrategy.js': refused('AdaptiveRetryStrategy'),
  // What computes SHA-256 where Node was built without OpenSSL.
  '@smithy/core/dist-es/submodules/checksum/sha256/Sha256Js.js': refused('Sha256Js'),
  // Timestream alone discovers endpoints.
  '@aws-sdk/endpoint-cache/dist-es/EndpointCache.js':
    'export class EndpointCache { get() {} getEndpoint() {} set() {} delete() {} has() { return false; } clear() {} }',
  // Where AWS_ENDPOINT_URL says that AWS is called without TLS, TLS need not be loaded.
  '@smithy/node-http-handler/dist-es/node-https.js': `
    import { env } from 'node:process';
    export const node_https = {
      get Agent() { return https().Agent; },
      get request() { return https().request; },
    };
    let loaded;
    const https = () => (loaded ??= require('node:https'));
    if (!env.AWS_ENDPOINT_URL?.startsWith('http:')) https();`,
  '@smithy/node-http-handler/dist-es/node-http-handler.js': [
    ['let httpAgentPromise;', 'let httpAgentPromise, tlsAgent; const httpsAgentOf = () => (tlsAgent ??= madeAgent());'],
    [
      'return {\n            connectionTimeout,',
      `const madeAgent = () => {
        if (httpsAgent instanceof node_https.Agent || typeof httpsAgent?.destroy === 'function') {
          this.externalAgent = true;
          return httpsAgent;
        }
        return new node_https.Agent({ keepAlive, maxSockets, ...httpsAgent });
      };
      return {
            connectionTimeout,`,
    ],
    [
      `httpsAgent: (() => {
                if (httpsAgent instanceof node_https.Agent || typeof httpsAgent?.destroy === "function") {
                    this.externalAgent = true;
                    return httpsAgent;
                }
                return new node_https.Agent({ keepAlive, maxSockets, ...httpsAgent });
            })(),`,
      'get httpsAgent() { return httpsAgentOf(); },',
    ],
  ],
  // Our expressions name a member of what they are asked of, and the functions of JMESPath load node:zlib.
  '@aws-lambda-powertools/jmespath/lib/esm/search.js': `
    export const search = (expression, data) => {
      if (!/^\\w+$/.test(expression)) throw new Error('JMESPath is left out, and "' + expression + '" names no member');
      return data?.[expression] ?? null;
    };`,
  '@aws-lambda-powertools/jmespath/lib/esm/PowertoolsFunctions.js': 'export class PowertoolsFunctions {}',
  // Of all that Stripe does, issuing is used; the rest would be loaded with it.
  'stripe/esm/resources.js': 'export class OAuthResource {}',
  'stripe/esm/stripe.esm.node.js': [
    [
      /\/\/ StripeInitInstanceVariables: The beginning[\s\S]*\/\/ StripeInitInstanceVariables: The end.*/,
      'this.issuing = new Issuing(this); this.ephemeralKeys = new EphemeralKeyResource(this);',
    ],
    ['this.account = this.accounts;', ''],
    ['this.oauth = new OAuthResource(this);', ''],
  ],
  // What a schema tells the document, no function reads; as a check it would be asked for every value.
  'zod/v4/mini/schemas.js': [
    ['export const meta = core.meta;', 'export function meta() {}'],
    [
      'check(...checks) {',
      `check(...given) {
        const checks = given.filter((one) => one !== undefined);
        if (checks.length === 0) return this;`,
    ],
  ],
  // Of a country, its two letters are enough.
  'iso-3166-1/dist/index.js': `
    export const all = () => '${countries
      .all()
      .map(({ alpha2 }) => alpha2)
      .join(' ')}'.split(' ').map((alpha2) => ({ alpha2 }));`,
  // Its patterns are made when one is asked for.
  'postcode-validator/lib/esm/postcode-regexes.js': [
    [
      'export const POSTCODE_REGEXES = new Map([',
      `let made;
      export const POSTCODE_REGEXES = {
        get: (country) => (made ??= make()).get(country),
        has: (country) => (made ??= make()).has(country),
      };
      const make = () => new Map([`,
    ],
  ],
};

/** An esbuild plugin: leaves out of every bundle what is named. */
export const leftOutModules = (named = leftOut): Plugin => ({
  name: 'left-out-modules',
  setup(build) {
    build.onStart(() => ({
      errors: Object.keys(named)
        .filter((path) => !existsSync(join(libraries, path)))
        .map((path) => ({ text: `${path} is no longer there: what stands for it in lib/left-out-modules.ts?` })),
    }));
    // They do nothing when they are imported, and do not say so.
    build.onResolve({ filter: /^postcode-validator$|^\.\/resources\// }, async ({ path, pluginData, ...from }) => {
      if (pluginData === resolving || !/^postcode|\/node_modules\/stripe\/esm\//.test(`${path}${from.importer}`))
        return undefined;
      return { ...(await build.resolve(path, { ...from, pluginData: resolving })), sideEffects: false };
    });
    // Of its own package.json a client tells the version, in the User-Agent.
    build.onLoad({ filter: /\/@aws-sdk\/client-[^/]+\/package\.json$/ }, ({ path }) => {
      const { version } = JSON.parse(readFileSync(path, 'utf8'));
      return { contents: JSON.stringify({ version }), loader: 'json' };
    });
    build.onLoad({ filter: pathsOf(Object.keys(named)) }, ({ path }) => {
      const instead = named[path.slice(path.lastIndexOf(separator) + separator.length)] ?? '';
      return { contents: typeof instead === 'string' ? instead : exchanged(path, instead) };
    });
  },
});

/** Marks the question that a plugin asks for its own answer. */
const resolving = Symbol('resolving');

const separator = '/node_modules/';
const libraries = join(import.meta.dirname, '..', 'node_modules');

const pathsOf = (paths: readonly string[]) =>
  new RegExp(`${separator}(${paths.map((path) => RegExp.escape(path)).join('|')})$`);

const exchanged = (path: string, passages: Exclude<Instead, string>): string =>
  passages.reduce(
    (text, [passage, instead]) => {
      if (text.split(passage).length !== 2) throw new Error(`${path} no longer says once: ${passage}`);
      return text.replace(passage, () => instead);
    },
    readFileSync(path, 'utf8'),
  );
