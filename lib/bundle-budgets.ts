import type { Content } from './bundles.ts';
import { routeFunctions } from './route-functions.ts';

/**
 * The largest size of a bundle in bytes, two per cent above what it has: import time grows with it, and every caller waits
 * for the authorizer before anything else.
 */
const bundle_bytes_max: Readonly<Record<string, number>> = {
  'authorize-request': 207_000,
  // The signatures of tokens beside the client of tables.
  'authorize-operator': 233_000,
  'relay-events': 182_000,
  // The schema of its messages.
  'fan-out-event': 321_000,
  'sweep-scheduled-work': 336_000,
  // The clients of queues and of buses.
  'deliver-webhook': 503_000,
  // Each kind of thing that waits for its time, and what rests on it.
  'simulations.clock': 531_000,
  // It answers without a table.
  'simulations.refuse': 201_000,
  // The client of KMS and what dials hosts of businesses.
  'simulations.authorization': 601_000,
  // The plans of phone numbers, sealing a tax id, and the features that a change of persons can suspend.
  'persons.create': 640_000,
  'persons.update': 600_000,
  // The plans of phone numbers, and sealing a tax id.
  'customers.create': 604_000,
  'customers.update': 598_000,
  // Stripe's library and the secret that it is called with.
  'receive-stripe': 795_000,
  'reconcile-cards.stripe': 740_000,
  'card-pins.set.stripe': 708_000,
  'cards.create.stripe': 799_000,
  'cards.replace.stripe': 800_000,
  'cards.reveal.stripe': 759_000,
  // The client of KMS, from which the simulator derives the numbers of cards and the key of PINs.
  'reconcile-cards.simulator': 466_000,
  'cards.create.simulator': 526_000,
  'cards.replace.simulator': 526_000,
  'card-pins.get-key.simulator': 421_000,
  // The client of the gateway's plans.
  'administer-business': 446_000,
  // The client of storage, the signatures of every type of file, and what rests on a document that expires.
  'inspect-document': 672_000,
  // The client of storage, and those of Textract and Rekognition, and the tables of letters of names: these are not loaded where
  // another verifies or screens.
  'decide-verification': 1_650_000,
  'verifications.attest': 1_575_000,
  // The client of storage, and the tables of letters, of Han characters and of legal forms, which are not loaded where the
  // simulator screens.
  'monitor-screenings': 1_440_000,
  // The client of storage, parsers, and the tables of letters.
  'fetch-lists': 1_035_000,
  'documents.get': 562_000,
  'onboarding.get-document': 579_000,
  // The client of storage.
  'redact-personal-data': 628_000,
  // These carry what they show, printed: the document, its pages and the schema of every event.
  'openapi.get': 1_300_000,
  'openapi.page': 852_000,
  'openapi.error': 543_000,
  'event-types.list': 1_184_000,
};

/** The largest size of the others of a kind. */
const kind_bytes_max = {
  reading: 423_000,
  listing: 492_000,
  changing: 512_000,
  working: 430_000,
} as const;

type Kind = keyof typeof kind_bytes_max;

/**
 * The kind of a bundle by the work of its function: reading one item, listing a page, writing, or no route at
 * all.
 */
const kindOf = (id: string): Kind => {
  const route = routeFunctions.find((one) => id === one.id || id.startsWith(`${one.id}.`));
  if (!route) return 'working';
  if (route.method !== 'GET') return 'changing';
  return route.query && 'cursor' in route.query._zod.def.shape ? 'listing' : 'reading';
};

/** `path` begins at the repository's root; a library's at `node_modules`, wherever it is installed. */
type Rule = { readonly path: string; readonly why: string; readonly kinds?: readonly Kind[] };

const readers: readonly Kind[] = ['reading', 'listing'];
const onlyReads =
  'writes, and this function only reads: only the options `idempotent` and `transactional` of a handler import it';

/**
 * Modules that no bundle may have, or no bundle of these kinds, and what to do when one has them.
 */
export const forbidden: readonly Rule[] = [
  {
    path: 'node_modules/zod/v4/locales/',
    why: 'languages nobody asked for: import * as z from zod/mini',
  },
  {
    path: 'node_modules/zod/v4/classic/',
    why: 'full zod costs 86 KB and 6 ms: import * as z from zod/mini',
  },
  { path: 'node_modules/zod/v3/', why: 'an older zod beside the one in use' },
  {
    path: 'node_modules/@aws-sdk/credential-provider-node/',
    why: 'lib/bundles.ts has an alias for it',
  },
  {
    path: 'node_modules/@aws-sdk/nested-clients/',
    why: 'belongs to credential providers that Lambda never uses',
  },
  {
    path: 'node_modules/@aws-sdk/token-providers/',
    why: 'belongs to credential providers that Lambda never uses',
  },
  { path: 'node_modules/constructs/', why: 'belongs to the deployment' },
  { path: 'node_modules/esbuild/', why: 'belongs to the deployment' },
  { path: 'openapi/document.ts', why: 'prints when bundles are built' },
  { path: 'openapi/event-reference.ts', why: 'prints when bundles are built' },
  { path: 'functions/core/event-record.ts', why: 'belongs to examples and triggers of events' },
  { path: 'lib/', why: 'is no part of what runs on AWS' },
  { path: 'local/', why: 'is no part of what runs on AWS' },
  { path: 'bin/', why: 'is no part of what runs on AWS' },
  { path: 'bench/', why: 'is no part of what runs on AWS' },
  { path: 'test/', why: 'is no part of what runs on AWS' },
  {
    path: 'node_modules/@aws-lambda-powertools/idempotency/',
    why: 'belongs to a POST: only the option `idempotent` of its handler imports it',
    kinds: [...readers, 'working'],
  },
  {
    path: 'node_modules/@aws-lambda-powertools/jmespath/',
    why: 'belongs to a POST: only the option `idempotent` of its handler imports it',
    kinds: [...readers, 'working'],
  },
  {
    path: 'functions/core/dynamodb/commit.ts',
    why: onlyReads,
    kinds: readers,
  },
];

/** Whether a module, by the path that esbuild gives it, is one that the rule forbids. */
export const isForbidden = ({ path }: Rule, module: string): boolean =>
  module.slice(Math.max(0, module.lastIndexOf('node_modules/'))).startsWith(path);

/** One sentence for every bundle that is too large or carries what it must not; none when all is well. */
export const bundleFaults = (contents: readonly Content[]): string[] =>
  contents.flatMap(({ id, bytes, modules }) => {
    const kind = kindOf(id);
    const most = bundle_bytes_max[id] ?? kind_bytes_max[kind];
    const strangers = modules.flatMap((module) => {
      const rule = forbidden.find(
        (one) => (one.kinds ?? [kind]).includes(kind) && isForbidden(one, module),
      );
      return rule ? [`${id} carries ${module}: ${rule.why}.`] : [];
    });
    return bytes > most
      ? [`${id} weighs ${bytes} bytes, more than ${most}.`, ...strangers]
      : strangers;
  });
