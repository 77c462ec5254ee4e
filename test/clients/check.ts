import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { readCommandLine } from '../../bin/command-line.ts';
import { verifyEvent } from '../../client/src/webhooks.ts';
import { routes } from '../../functions/app/routes.ts';
import { newSigningKeys, sign } from '../../functions/delivery/webhooks/signing.ts';
import { servedText } from '../../lib/document-text.ts';
import { listening } from '../../local/listening.ts';
import type { Local } from '../../local/start.ts';
import { isHere } from '../helpers/programs.ts';
import { aBusiness, startService } from '../helpers/service.ts';
import { type Client, clients, folder } from './generated-clients.ts';

readCommandLine({
  usage: `npm run check:outside -- clients [name …]

Checks the clients in Python, Go and Java.`,
  words: 'any',
});

// Generates clients as strangers do, compiles them, and plays the tour's calls with each against its own service:
// `npm run check:outside -- clients`. The tools are installed into .build/clients once; a client
// without a toolchain here is skipped, and the output says so.

const documents = fileURLToPath(new URL('../fixtures/documents/', import.meta.url));
const unknownEvent = '{"id":"evt_1","type":"later.invented","data":{}}';

/** The names of all files below, and what is in them. */
const textOf = (place: string): string =>
  readdirSync(place, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(py|go|java)$/.test(entry.name))
    .map((entry) => `${entry.name}\n${readFileSync(join(entry.parentPath, entry.name), 'utf8')}`)
    .join('\n');

const check = async ({ install, generate, compile, sources, operation }: Client): Promise<void> => {
  await install();
  rmSync(join(folder, sources), { recursive: true, force: true });
  const said = await generate();
  if (/^WARNING|Unable to|has resulted in the removal/m.test(said))
    throw new Error(said.slice(0, 4000));
  const text = textOf(join(folder, sources));
  const lost = routes.filter(({ id }) => !text.includes(operation(id.split(/[.-]/))));
  if (lost.length > 0)
    throw new Error(`Routes that are not in it: ${lost.map(({ id }) => id).join(', ')}`);
  await compile();
};

mkdirSync(join(folder, 'tools'), { recursive: true });
writeFileSync(join(folder, 'openapi.json'), servedText());
// Named ones only, or all: `npm run check:outside -- clients -- oapi-codegen`.
const named = process.argv.slice(2);
const wanted = clients.filter(({ name }) => named.length === 0 || named.includes(name));
const present = wanted.filter(({ takes }) => takes.every(isHere));
for (const { name, takes } of wanted)
  if (!takes.every(isHere)) console.log(`${name}: skipped, it takes ${takes.join(', ')}`);
for (const client of present) {
  await check(client);
  console.log(`${client.name}: ${routes.length} routes, compiled`);
}

/** Takes what is delivered as it comes; its signature is verified once the secret is known. */
const startReceiver = async () => {
  const received: { readonly body: Buffer; readonly headers: IncomingHttpHeaders }[] = [];
  const { port, stop } = await listening(
    createServer(async (request, response) => {
      received.push({ body: await buffer(request), headers: request.headers });
      response.writeHead(204).end();
    }),
  );
  return { url: `http://127.0.0.1:${port}/`, received, stop };
};

/** The printed calls of the tour; documents and cards also change by themselves. */
const toured = [
  ...[
    'customer.created',
    'document.accepted',
    'verification.verified',
    'feature.activated',
    'card.activated',
  ],
  ...['card.authorization_approved', 'card.frozen', 'card.authorization_declined'],
];

const tour = async (local: Local, { play, verify }: Client): Promise<number> => {
  const { baseUrl, secret_key } = await aBusiness(local);
  const receiver = await startReceiver();
  try {
    const WEBHOOK_URL = receiver.url;
    const played = await play({
      BASE_URL: baseUrl,
      API_KEY: secret_key,
      WEBHOOK_URL,
      DOCUMENTS: documents,
    });
    const [key, keys] = [played.trim(), newSigningKeys()];
    const reported = receiver.received.map(
      ({ body, headers }) => verifyEvent(key, body, headers).type,
    );
    const delivered = receiver.received.map(({ body, headers }) => ({
      key,
      headers,
      body: body.toString('base64'),
    }));
    const signedAt = (at: Date, [secret, by]: readonly [string, string]) => ({
      key: by,
      headers: { ...sign('evt_1', at, unknownEvent, [secret]) },
      body: btoa(unknownEvent),
    });
    const pairs = [[key, key] as const, [keys.secret, keys.public_key] as const];
    const early = new Date(Date.now() - 6 * 60_000);
    await verify?.({
      valid: [...delivered, ...pairs.map((pair) => signedAt(new Date(), pair))],
      old: pairs.map((pair) => signedAt(early, pair)),
    });
    const missing = toured.filter((type) => !reported.includes(type as (typeof reported)[number]));
    if (missing.length > 0)
      throw new Error(`No client reported ${missing.join(', ')}, only of ${reported.join(', ')}.`);
    return reported.length;
  } finally {
    await receiver.stop();
  }
};

const local = await startService();
try {
  for (const client of present)
    console.log(
      `${client.name}: played the tour, and ${await tour(local, client)} events were verified`,
    );
} finally {
  await local.stop();
}
