/** What stands in a bundle for a module of a library: another text, or its own with passages exchanged. */
export type Instead = string | readonly (readonly [passage: string | RegExp, instead: string])[];

/**
 * What the SDK does with each request, or with its first, and does not have to: by path below node_modules, what stands there
 * instead. AWS is asked the same, and answers come out the same (test/integration/left-out.test.ts).
 */
export const sdkShortcuts: Readonly<Record<string, Instead>> = {
  // A setting is what the environment says, or its default, since there are no profiles: the chain over the three makes an
  // error, with its stack, of each that is not there.
  '@smithy/core/dist-es/submodules/config/node-config-provider/configLoader.js': `
    import { env } from 'node:process';
    import { memoize } from '../property-provider/memoize';
    export const loadConfig = ({ environmentVariableSelector, configFileSelector, default: otherwise }, options = {}) =>
      memoize(async () => {
        const { signingName, logger } = options;
        const fromEnvironment = () => environmentVariableSelector(env, { signingName, logger });
        for (const select of [fromEnvironment, () => configFileSelector({}, {})])
          try {
            const value = select();
            if (value !== undefined) return value;
          } catch {
            // As in the chain, what is no value of the setting is passed over.
          }
        return typeof otherwise === 'function' ? otherwise() : otherwise;
      });`,
  // For a logger that says nothing, all that is sent and answered would be copied without its secrets.
  '@aws-sdk/core/dist-es/submodules/client/middleware-logger/loggerMiddleware.js': [
    [
      'export const loggerMiddleware = ',
      "import { NoOpLogger } from '@smithy/core/client'; export const loggerMiddleware = ",
    ],
    ['clientStack.add(loggerM', 'if (!(options.logger instanceof NoOpLogger)) clientStack.add(loggerM'],
  ],
  // Answers come by node:http and node:https. To look for a ReadableStream loads all streams of the web, and to pipe opens
  // stdout and stderr.
  '@smithy/core/dist-es/submodules/serde/util-stream/stream-collector.js': `
    import { concatBytes } from '../concatBytes';
    export const streamCollector = (stream) => new Promise((resolve, reject) => {
      const pieces = [];
      stream.on('data', (piece) => pieces.push(piece));
      stream.on('error', reject);
      stream.on('end', () => resolve(concatBytes(pieces)));
    });`,
  // Of a key given as bytes Node makes a key object each time, at four times the price of the HMAC, and the key of a day signs
  // all its requests. And a digest of what is there as a whole is one call.
  '@smithy/core/dist-es/submodules/checksum/sha256/Sha256Node.js': `
    import { createHmac, createSecretKey, hash } from 'node:crypto';
    const keys = new WeakMap();
    const keyOf = (secret) => {
      if (typeof secret === 'string') return secret;
      if (!keys.has(secret)) keys.set(secret, createSecretKey(new Uint8Array(secret)));
      return keys.get(secret);
    };
    export class Sha256Node {
      digestLength = 32;
      #pieces = [];
      #finished = false;
      constructor(secret) {
        this.secret = secret;
      }
      update(data) {
        if (this.#finished) throw new Error('Attempted to update an already finished hash.');
        this.#pieces.push(data);
      }
      async digest() {
        this.#finished = Boolean(this.secret);
        const bytes = this.secret ? this.#signed() : hash('sha256', this.#whole(), 'buffer');
        return new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength);
      }
      reset() {
        this.#pieces = [];
        this.#finished = false;
      }
      #signed() {
        const signing = createHmac('sha256', keyOf(this.secret));
        for (const piece of this.#pieces) signing.update(piece);
        return signing.digest();
      }
      #whole() {
        const [first, ...more] = this.#pieces;
        return more.length === 0 ? (first ?? '') : Buffer.concat(this.#pieces.map((piece) => Buffer.from(piece)));
      }
    }`,
  // The same names of requests, without all of web cryptography, which is loaded to make them.
  '@smithy/core/dist-es/submodules/serde/uuid/v4.js': `
    import { randomUUID } from 'node:crypto';
    export const bindV4 = () => () => randomUUID();`,
  // A stack of middleware is copied for every call: what is in it, rather than adding it anew piece by piece.
  '@smithy/core/dist-es/submodules/client/middleware-stack/MiddlewareStack.js': [
    [
      'export const constructStack = () => {\n    let absoluteEntries = [];\n    let relativeEntries = [];',
      `export const constructStack = (absolute = [], relative = [], names = []) => {
        let absoluteEntries = [...absolute];
        let relativeEntries = [...relative];`,
    ],
    ['const entriesNameSet = new Set();', 'const entriesNameSet = new Set(names);'],
    [
      'const cloned = cloneTo(constructStack());',
      'const cloned = constructStack(absoluteEntries, relativeEntries, entriesNameSet);',
    ],
  ],
  // For every request all settings of a client were copied four times. Who reads them finds them behind what is the
  // request's own.
  '@smithy/core/dist-es/submodules/endpoints/middleware-endpoint/endpointMiddleware.js': [
    ['}, { ...config }, context);', '}, { __proto__: config }, context);'],
  ],
  '@smithy/core/dist-es/submodules/schema/middleware/schemaDeserializationMiddleware.js': [
    ['{\n            ...config,\n            ...context,\n        }', '{ __proto__: config, ...context }'],
  ],
  '@smithy/core/dist-es/submodules/schema/middleware/schemaSerializationMiddleware.js': [
    ['{\n        ...config,\n        ...context,\n', '{ __proto__: config, ...context,\n'],
  ],
  '@aws-sdk/core/dist-es/submodules/httpAuthSchemes/aws_sdk/resolveAwsSdkSigV4Config.js': [
    [/(?<=\|\| signingRegion;\n.*\n *const params = \{\n *)\.\.\.config,/, '__proto__: config,'],
  ],
  // For each request an error was made, with its stack, and thrown away: the first failure puts its own there.
  '@smithy/core/dist-es/submodules/retry/middleware-retry/retryMiddleware.js': [
    ['let lastError = new Error();', 'let lastError;'],
  ],
  // The same few names and versions are made fit for a header with every request.
  '@aws-sdk/core/dist-es/submodules/client/middleware-user-agent/user-agent-middleware.js': [
    [
      'const escapeUserAgent = (userAgentPair) => {',
      `const escaped = new Map();
      const escapeUserAgent = (pair) => {
        const key = pair.join('\\n');
        if (!escaped.has(key)) escaped.set(key, newlyEscaped(pair));
        return escaped.get(key);
      };
      const newlyEscaped = (userAgentPair) => {`,
    ],
  ],
  // Most of what is written is text, and was asked first whether it is a set, a map or one of sixteen kinds of bytes.
  '@aws-sdk/util-dynamodb/dist-es/convertToAttr.js': [
    [
      'export const convertToAttr = (data, options) => {',
      `export const convertToAttr = (data, options) => {
        if (typeof data === 'string' && data.length > 0) return { S: data };`,
    ],
  ],
  // Of each attribute a list of pairs was made to find its one member, and of each item one to walk through it.
  '@aws-sdk/util-dynamodb/dist-es/marshall.js': [
    ['const [key, value]', 'if (options?.convertTopLevelContainer) return attributeValue; const [key, value]'],
  ],
  '@aws-sdk/lib-dynamodb/dist-es/commands/utils.js': [
    [
      'Object.entries(obj).reduce((acc, [key, value]) => {',
      'Object.keys(obj).reduce((acc, key) => { const value = obj[key];',
    ],
  ],
  // What tells credentials apart is hashed once, and not for every request.
  '@smithy/signature-v4/dist-es/credentialDerivation.js': [
    [
      'const credsHash = await hmac(sha256Constructor, credentials.secretAccessKey, credentials.accessKeyId);',
      `if (!hashes.has(credentials))
        hashes.set(credentials, await hmac(sha256Constructor, credentials.secretAccessKey, credentials.accessKeyId));
      const credsHash = hashes.get(credentials);`,
    ],
    ['const signingKeyCache = {};', 'const signingKeyCache = {}, hashes = new WeakMap();'],
  ],
};
