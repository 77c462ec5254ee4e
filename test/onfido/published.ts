import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { after, test } from 'node:test';
import { Ajv } from 'ajv';
import addFormats from 'ajv-formats';
import { chosenVerifier, forgetCheck } from '../../functions/identity/verifiers/chosen.ts';
import { deciding, inMinutes } from '../helpers/deciding.ts';
import {
  aBusinessCustomer,
  aCompletePerson,
  aRepresentative,
} from '../helpers/fixtures/customers.ts';
import { aSentDocument, identityDocuments } from '../helpers/fixtures/subjects.ts';
import type { Any } from '../helpers/printed-document.ts';
import type { Exchange } from './exchanges.ts';
import { startOnfido } from './stand-in.ts';

// `npm run check:outside -- onfido`: what is said to Onfido, and what the stand-in answers, before the OpenAPI document that Onfido
// publishes. ONFIDO_OPENAPI names a file that has it already.

const commit = '1498236ae3ae26cfc73c0fcb38d213c90e5daec1';
const address = `https://raw.githubusercontent.com/onfido/onfido-openapi-spec/${commit}/generated/artifacts/openapi/openapi.json`;

const published = async (): Promise<Any> => {
  const file = process.env.ONFIDO_OPENAPI;
  if (file) return JSON.parse(readFileSync(file, 'utf8'));
  const response = await fetch(address).catch(() => undefined);
  if (!response?.ok)
    throw new Error(`${address} cannot be fetched: name a copy in ONFIDO_OPENAPI.`);
  return response.json();
};

const document = await published();
const ajv = new Ajv({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema(document, 'onfido');

const escaped = (name: string) => name.replaceAll('~', '~0').replaceAll('/', '~1');

/**
 * The faults of a value by the schema at a place of the document; a member that the schema does not
 * name is a fault too.
 */
const faults = (value: unknown, ...place: readonly string[]): string[] => {
  const $ref = `onfido#/${place.map(escaped).join('/')}`;
  const validate = ajv.compile({ $ref });
  // A short report may be any of several kinds.
  const errors = validate(value)
    ? []
    : (validate.errors ?? []).filter(({ params }) => !params.passingSchemas);
  const wrong = errors.map((one) => `${one.instancePath} ${one.message}`);
  return [...wrong, ...unknownIn(value, [at(place)])];
};

const at = (place: readonly string[]): Any => place.reduce((node, name) => node?.[name], document);
const resolved = (schema: Any): Any =>
  schema?.$ref ? at(schema.$ref.slice(2).split('/')) : schema;

/** The members that none of these schemas names. */
const unknownIn = (value: unknown, schemas: readonly Any[], above = ''): string[] => {
  const all = schemas.flatMap(parts);
  if (Array.isArray(value)) {
    const items = all.flatMap((one) => one.items ?? []);
    return value.flatMap((one, nth) => unknownIn(one, items, `${above}/${nth}`));
  }
  const named = all.flatMap(({ properties = {} }) => Object.entries<Any>(properties));
  if (typeof value !== 'object' || value === null || named.length === 0) return [];
  return Object.entries(value).flatMap(([name, member]) => {
    const own = named.filter((one) => one[0] === name).map(([, schema]) => schema);
    return own.length > 0
      ? unknownIn(member, own, `${above}/${name}`)
      : [`${above}/${name} is not in the document`];
  });
};

/** A schema with all that it is put together from. */
const parts = (schema: Any): Any[] => {
  const { allOf = [], oneOf = [], anyOf = [], ...own } = resolved(schema) ?? {};
  return [own, ...[...allOf, ...oneOf, ...anyOf].flatMap(parts)];
};

/** The faults of a request and its answer. */
const judged = ({ method, url, sent, status, answered }: Exchange): string[] => {
  const paths = Object.keys(document.paths).filter((path) =>
    new RegExp(`^${path.replaceAll(/\{\w+\}/g, '[0-9a-f-]{36}')}$`).test(url.pathname),
  );
  const [path = ''] = paths;
  const verb = method.toLowerCase();
  const operation = document.paths[path]?.[verb];
  if (!operation) return [`${method} ${url.pathname} is not in the document`];
  const { parameters = [], requestBody, responses } = operation;
  const known = parameters.map(resolved).filter((one: Any) => one.in === 'query');
  const query = [
    ...[...url.searchParams.keys()].filter((name) => known.every((one: Any) => one.name !== name)),
    ...known
      .filter((one: Any) => one.required && !url.searchParams.has(one.name))
      .map(({ name }: Any) => name),
  ];
  const [type = ''] = Object.keys(requestBody?.content ?? {});
  const place = ['paths', path, verb];
  const asked = type === '' ? [] : faults(sent, ...place, 'requestBody', 'content', type, 'schema');
  const json = responses[status]?.content?.['application/json'];
  const returned = json
    ? faults(
        answered,
        ...place,
        'responses',
        String(status),
        'content',
        'application/json',
        'schema',
      )
    : [];
  const what = `${method} ${path}`;
  return [
    ...query.map((name) => `${what}: the parameter ${name}`),
    ...(type === '' && sent !== undefined ? [`${what}: a body`] : []),
    ...asked.map((fault) => `${what}: ${fault}`),
    ...(responses[status] ? [] : [`${what}: the status ${status} of the stand-in`]),
    ...returned.map((fault) => `${what}, the answer of the stand-in: ${fault}`),
  ];
};

const onfido = await startOnfido();
after(() => onfido.stop());
const verifier = chosenVerifier('onfido');

test('every request to Onfido, and every answer of the stand-in, is as Onfido has published it', async () => {
  process.env.ONFIDO_WATCHLIST = 'watchlist_standard';
  const address = {
    line1: '1 Main St',
    line2: '2nd floor',
    city: 'New York',
    state: 'NY',
    postal_code: '10001',
    country: 'US',
  };
  const all = [
    ...identityDocuments(),
    aSentDocument('proof_of_address', { content_type: 'application/pdf' }),
  ];
  const card = (['front', 'back'] as const).map((side) => aSentDocument('national_id', { side }));
  const kinds = (['drivers_license', 'residence_permit'] as const).map((type) =>
    aSentDocument(type, { side: 'front' }),
  );
  const [, selfie] = identityDocuments();
  const cases = [
    { level: 'enhanced', documents: all, customer: aCompletePerson({ address }) },
    { documents: all, customer: aCompletePerson({ last_name: 'Name Mismatch' }) },
    { documents: all, customer: aCompletePerson({ last_name: 'Selfie Mismatch' }) },
    {
      documents: [...card, selfie ?? assert.fail()],
      customer: aCompletePerson({ first_name: null, address: null }),
    },
    ...kinds.map((one) => ({ documents: [one, selfie ?? assert.fail()] })),
    {
      customer: aBusinessCustomer({ persons: [aRepresentative()] }),
      documents: all.map((one) => ({ ...one, person_id: aRepresentative().id })),
    },
  ] as const;
  for (const given of cases) {
    const { run, stored } = deciding({ ...given, read: () => Buffer.from('abc') });
    await run(verifier);
    onfido.finish([
      { name: 'document', result: 'consider', properties: { date_of_expiry: '2031-05-31' } },
    ]);
    await run(verifier, inMinutes(1));
    for (const check of stored().checks) await forgetCheck(stored().id, check);
  }
  assert.ok(onfido.exchanges.length > 50, String(onfido.exchanges.length));
  assert.deepEqual([...new Set(onfido.exchanges.flatMap(judged))], []);
});
