import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { Socket } from 'node:net';
import { after, describe, test } from 'node:test';
import type { AttemptResult } from '../../functions/delivery/deliveries/model.ts';
import { shownAttempt, startAttempting } from '../helpers/attempting.ts';
import { pick, randomFrom } from '../helpers/random.ts';
import { rawReceiver } from '../helpers/receiver.ts';
import { post } from '../helpers/sending.ts';

/** `SOAK_RUNS=20` makes twenty times as many answers, from a seed of their own; `SOAK_SEED=7` repeats one. */
const { SOAK_RUNS, SOAK_SEED } = process.env;
const seed = Number(
  SOAK_SEED ?? (SOAK_RUNS === undefined ? 20_261_120 : Math.floor(Math.random() * 2 ** 31)),
);
const answers_count = 60 * Number(SOAK_RUNS ?? 1);

const attempting = await startAttempting();
after(() => attempting.stop());
const { record } = attempting;

type Chance = () => number;

const names = [
  ...Object.getOwnPropertyNames(Object.prototype),
  ...[
    'Constructor',
    'then',
    'toJSON',
    'prototype',
    'length',
    'name',
    'S',
    'M',
    'set-cookie',
    'location',
    'retry-after',
  ],
  ...['content-type', 'content-encoding', 'x-a', "!#$%&'*+.^_`|~", '0'],
];
const texts = [
  '',
  'x',
  '0',
  '-1',
  '1e9',
  '\u00ff\u0080',
  '{"S":"x"}',
  '__proto__',
  'h'.repeat(3_000),
  '%00',
  '"\\"',
];
const statuses = [200, 204, 299, 304, 410, 410, 429, 503, 599, 600, 999, 100, 103, 101];

const several = <T>(chance: Chance, count_max: number, one: () => T): T[] =>
  Array.from({ length: Math.floor(chance() * count_max) }, one);

const bytes = (chance: Chance, count_max: number) =>
  Buffer.from(several(chance, count_max, () => Math.floor(chance() * 256)));

/** The bytes of an answer with which an endpoint wants to do harm. */
const anAnswer = (chance: Chance): Buffer => {
  const status = chance() < 0.7 ? pick(chance, statuses) : Math.floor(chance() * 1_000);
  const headers = several(
    chance,
    12,
    () => `${pick(chance, names)}: ${pick(chance, texts)}\r\n`,
  ).join('');
  const body =
    chance() < 0.5
      ? bytes(chance, 6_000)
      : Buffer.from('\0\u{1f4a9}\n'.repeat(Math.floor(chance() * 900)));
  const length = chance() < 0.8 ? `content-length: ${body.length}\r\n` : '';
  const head = `HTTP/1.1 ${String(status).padStart(3, '0')} \u00ff\r\n${headers}${length}\r\n`;
  return Buffer.concat([Buffer.from(head, 'latin1'), body]);
};

/** An endpoint that says so much and hangs up. */
const saying = (answer: Buffer) => (socket: Socket) => {
  socket.once('data', () => socket.end(answer));
};

describe('every attempt is recorded once, and can be shown', () => {
  test(`whatever the endpoint answers (seed ${seed})`, async (t) => {
    const chance = randomFrom(seed);
    for (let nth = 1; nth <= answers_count; nth++) {
      const whole = anAnswer(chance);
      const answer =
        chance() < 0.7 ? whole : whole.subarray(0, Math.floor(chance() * whole.length));
      const { url } = await rawReceiver(t, saying(answer));
      const shown = shownAttempt(await record(await post(url)));
      assert.ok(shown.error !== null || shown.response !== null, `answer ${nth} of seed ${seed}`);
    }
  });

  test('wherever the endpoint hangs up', async (t) => {
    const line = 'HTTP/1.1 200 OK\r\n';
    const whole = Buffer.from(
      `${line}constructor: x\r\ntoString: y\r\ncontent-length: 5\r\n\r\nhello`,
    );
    for (let said = 0; said <= whole.length; said++) {
      const { url } = await rawReceiver(t, saying(whole.subarray(0, said)));
      const { error } = shownAttempt(await record(await post(url)));
      assert.equal(
        error?.kind ?? null,
        said < line.length ? 'bad_response' : null,
        `after ${said} bytes`,
      );
    }
  });

  test('with the names of its headers, whatever they are', async (t) => {
    const hostile = Object.getOwnPropertyNames(Object.prototype).map((name) => name.toLowerCase());
    const head = hostile.map((name) => `${name}: value of ${name}\r\n`).join('');
    const { url } = await rawReceiver(t, saying(Buffer.from(`HTTP/1.1 200 OK\r\n${head}\r\n`)));
    const { response } = shownAttempt(await record(await post(url)));
    assert.deepEqual(
      Object.entries(response?.headers ?? {}).toSorted(),
      hostile.map((name) => [name, `value of ${name}`]).toSorted(),
    );
  });
});

describe('an outcome that cannot be recorded as it is', () => {
  const outcome = (status: number, over: object = {}): AttemptResult => ({
    duration_ms: 7,
    timings: { dns_ms: null, connect_ms: 1, tls_ms: 2, first_byte_ms: 3 },
    remote_address: '192.0.2.1',
    response: { status, headers: {}, body: '', body_bytes: 0, body_sha256: '00', ...over },
    error:
      status < 300 ? null : { kind: 'http_status', message: `The endpoint answered ${status}.` },
  });
  // Nothing that repeats: what is stored is compressed.
  const tooLarge = { body: randomBytes(500_000).toString('base64') };

  test('is recorded smaller: a success stays one', async () => {
    const recorded = await record(outcome(200, tooLarge));
    const { response, error } = shownAttempt(recorded);
    assert.equal(recorded.delivery.status, 'succeeded');
    assert.equal(error, null);
    assert.deepEqual(response, {
      status: 200,
      headers: {},
      body: '',
      body_bytes: 0,
      body_sha256: '00',
    });
  });

  test('is recorded smaller: a failure is tried again by the schedule', async () => {
    const recorded = await record(outcome(500, tooLarge));
    assert.equal(shownAttempt(recorded).error?.kind, 'http_status');
    assert.equal(recorded.delivery.status, 'retrying');
    assert.notEqual(recorded.delivery.next_attempt_at, null);
  });

  test('is recorded smaller: 410 still disables the webhook', async () => {
    const recorded = await record(outcome(410, tooLarge));
    shownAttempt(recorded);
    assert.equal(recorded.delivery.status, 'paused');
    assert.equal(recorded.webhook.disabled_reason, 'endpoint_gone');
  });

  test('because its webhook cannot be named: 410 is a failure like any other, and the schedule ends it', async () => {
    const untellable = {
      event_types: Array.from({ length: 3_000 }, () => 'customer.verification_updated'),
    };
    const recorded = await record(outcome(410), untellable);
    assert.equal(shownAttempt(recorded).response?.status, 410);
    assert.equal(recorded.webhook.status, 'enabled');
    assert.equal(recorded.delivery.status, 'retrying');
    assert.notEqual(recorded.delivery.next_attempt_at, null);
  });
});
