import { readFileSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { StoredObjects } from '../../functions/core/aws/objects.ts';
import type {
  ListAddresses,
  ListFile,
} from '../../functions/identity/screeners/lists/addresses.ts';
import { listening } from '../../local/listening.ts';

const files: Readonly<Record<ListFile, string>> = {
  ofac_sdn: 'ofac-sdn.csv',
  ofac_alt: 'ofac-alt.csv',
  ofac_add: 'ofac-add.csv',
  eu: 'eu.xml',
  un: 'un.xml',
  uk: 'uk.csv',
};

const read = (file: ListFile) =>
  readFileSync(new URL(`../fixtures/lists/${files[file]}`, import.meta.url));

/** Publishes the invented lists on this machine; `answers` has what it answers otherwise, by file. */
export const startPublisher = async () => {
  const answers: { [file in ListFile]?: RequestListener | Buffer } = {};
  const asked: string[] = [];
  const server = createServer((request, response) => {
    const file = (request.url ?? '').slice(1) as ListFile;
    asked.push(file);
    const answer = answers[file] ?? read(file);
    if (typeof answer === 'function') answer(request, response);
    else response.end(answer);
  });
  const { port, stop } = await listening(server);
  const base = `http://127.0.0.1:${port}`;
  const addresses: ListAddresses = Object.fromEntries(
    Object.keys(files).map((file) => [file, `${base}/${file}`]),
  );
  return { answers, asked, base, addresses, stop };
};

/** A bucket in memory. `fails` says of a key whether the process dies instead of storing it. */
export const memoryObjects = (fails: (key: string) => boolean = () => false) => {
  const kept = new Map<string, { readonly bytes: Buffer; readonly etag: string }>();
  let count = 0;
  const objects: StoredObjects = {
    get: async (key) => kept.get(key) ?? null,
    put: async (key, bytes, over) => {
      if (fails(key)) throw new Error('the process dies');
      if (over !== undefined && (kept.get(key)?.etag ?? null) !== over) return false;
      count += 1;
      kept.set(key, { bytes: Buffer.from(bytes), etag: String(count) });
      return true;
    },
  };
  return { objects, keys: () => [...kept.keys()] };
};
