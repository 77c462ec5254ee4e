import type { Content } from './bundles.ts';
import { routeFunctions } from './route-functions.ts';

/**
 * What a bundle may weigh, in bytes: import time grows with it, and every user waits for the authorizer before anything
 * else. A little above what the bundles weigh, so that a growth is noticed when it happens.
 */
const bytes_max: Readonly<Record<string, number>> = {
  'authorize-request': 159_000,
  // The signatures of tokens beside the client of tables.
  'authorize-operator': 184_000,
  'relay-events': 145_000,
  'fan-out-event': 242_000,
  'sweep-due-work': 263_000,
  // Stripe and the secret that it is called with; its library is not loaded where the issuer is another.
  'settle-cards': 370_000,
  'cards.create': 464_000,
  'cards.replace': 462_000,
  'cards.reveal': 467_000,
  'decide-verification': 284_000,
  // The client of the gateway's plans.
  'administer-business': 357_000,
  // The client of storage and the signatures of every type of file.
  'inspect-document': 496_000,
  'documents.get': 424_000,
  // The client of storage.
  'redact-personal-data': 429_000,
  // The client of the people who sign in.
  'operators.get': 281_000,
  'operators.list': 304_000,
  // These two carry what they show, printed: the document and the schema of every event.
  'openapi.get': 862_000,
  'event-types.list': 838_000,
};

/** What the others of a kind may weigh. */
const kinds_bytes_max = { reading: 272_000, listing: 302_000, changing: 351_000, working: 374_000 } as const;

type Kind = keyof typeof kinds_bytes_max;

/** What a function does: it looks at one thing, at a page of them, it changes something, or it is no route. */
const kindOf = (id: string): Kind => {
  const route = routeFunctions.find((one) => one.id === id);
  if (!route) return 'working';
  if (route.method !== 'GET') return 'changing';
  return route.query && 'cursor' in route.query._zod.def.shape ? 'listing' : 'reading';
};

type Rule = { readonly module: RegExp; readonly why: string; readonly kinds?: readonly Kind[] };

/** What may not be in any bundle, and what to do when it is. */
const forbidden: readonly Rule[] = [
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
  { module: /^(lib|local|bin|bench|test)\//, why: 'is no part of what runs on AWS' },
  { module: /@smithy\/core\/.*\/(eventstream-codec|eventstream-serde)\//, why: 'no operation of ours streams events' },
  {
    module: /@smithy\/core\/.*\/(cbor|DefaultRateLimiter|parseIni|readFile)\b/,
    why: 'lib/left-out-modules.ts leaves it out',
  },
  {
    module: /node_modules\/(mnemonist|obliterator)\//,
    why: 'belongs to the discovery of endpoints, which we do not use',
  },
  { module: /node_modules\/iso-3166-1\/dist\/iso-3166\.js/, why: 'of a country, its two letters are enough' },
  {
    module: /node_modules\/@aws-lambda-powertools\/(idempotency|jmespath)\//,
    why: 'belongs to a POST: only the option `idempotent` of its handler imports it',
    kinds: ['reading', 'listing', 'working'],
  },
  {
    module: /^functions\/store\/(commit|transaction)\.ts/,
    why: 'writes, and this function only reads: only the options `idempotent` and `transactional` of a handler import it',
    kinds: ['reading', 'listing'],
  },
  {
    module: /node_modules\/postcode-validator\//,
    why: 'is for what is sent, and this function only shows',
    kinds: ['reading', 'listing'],
  },
];

/** One sentence for every bundle that is too large or carries what it must not; none when all is well. */
export const bundleFaults = (contents: readonly Content[]): string[] =>
  contents.flatMap(({ id, bytes, modules }) => {
    const kind = kindOf(id);
    const most = bytes_max[id] ?? kinds_bytes_max[kind];
    const strangers = modules.flatMap((module) => {
      const rule = forbidden.find(({ module: what, kinds = [kind] }) => kinds.includes(kind) && what.test(module));
      return rule ? [`${id} carries ${module}: ${rule.why}.`] : [];
    });
    return bytes > most ? [`${id} weighs ${bytes} bytes, more than ${most}.`, ...strangers] : strangers;
  });
