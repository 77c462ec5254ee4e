import type { Content } from './bundles.ts';

/**
 * What a bundle may weigh, in bytes: import time grows with it, and every user waits for the authorizer before anything
 * else. A little above what the bundles weigh, so that a growth is noticed when it happens.
 */
const bytes_max: Readonly<Record<string, number>> = {
  'authorize-request': 210_000,
  // The signatures of tokens beside the client of tables.
  'authorize-operator': 235_000,
  'relay-events': 190_000,
  'fan-out-event': 290_000,
  'sweep-due-work': 320_000,
  'deliver-webhook': 430_000,
  // The client of storage and the signatures of every type of file.
  'inspect-document': 590_000,
  'documents.get': 620_000,
  // JOSE beside the clients of the issuer.
  'cards.reveal': 465_000,
  // These two carry what they show, printed: the document and the schema of every event.
  'openapi.get': 900_000,
  'event-types.list': 770_000,
};
const otherwise_bytes_max = 460_000;

/** What may not be in any bundle, and what to do when it is. */
const forbidden: readonly { readonly module: RegExp; readonly why: string }[] = [
  { module: /zod\/v4\/locales\/(?!en\.js|index\.js)/, why: 'languages nobody asked for: import * as z from zod/mini' },
  { module: /zod\/v4\/classic\//, why: 'full zod costs 86 KB and 6 ms: import * as z from zod/mini' },
  { module: /zod\/v3\//, why: 'an older zod beside the one in use' },
  { module: /node_modules\/@aws-sdk\/nested-clients/, why: 'comes with credential providers that Lambda never uses' },
  { module: /node_modules\/@aws-sdk\/credential-provider-(?!env)/, why: 'the environment has the credentials' },
  { module: /node_modules\/@aws-sdk\/token-providers/, why: 'comes with credential providers that Lambda never uses' },
  { module: /node_modules\/aws-xray-sdk/, why: 'costs 34 ms at import; active tracing works without it' },
  { module: /node_modules\/undici\//, why: 'costs 20 ms at first touch: use node:http' },
  { module: /node_modules\/(aws-cdk-lib|constructs|esbuild)\//, why: 'belongs to the deployment' },
  {
    module: /^functions\/contract\/(printed-|openapi\.|event-(reference|samples))/,
    why: 'is printed when bundles are built',
  },
  { module: /^(lib|local|bin|test)\//, why: 'is no part of what runs on AWS' },
];

/** One sentence for every bundle that is too large or carries what it must not; none when all is well. */
export const bundleFaults = (contents: readonly Content[]): string[] =>
  contents.flatMap(({ id, bytes, modules }) => {
    const most = bytes_max[id] ?? otherwise_bytes_max;
    const strangers = modules.flatMap((module) => {
      const rule = forbidden.find((one) => one.module.test(module));
      return rule ? [`${id} carries ${module}: ${rule.why}.`] : [];
    });
    return bytes > most ? [`${id} weighs ${bytes} bytes, more than ${most}.`, ...strangers] : strangers;
  });
