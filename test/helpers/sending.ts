import assert from 'node:assert/strict';
import type { Socket } from 'node:net';
import type { AttemptResult } from '../../functions/delivery/deliveries/model.ts';
import { httpsSender } from '../../functions/delivery/deliveries/send.ts';
import type { AttemptErrorKind } from '../../functions/delivery/deliveries/states.ts';

const send = httpsSender({ webhookTargets: 'loopback_too' });

/** A deadline that is long enough for a laptop under load, and never waited for but by what never ends. */
export const patient_ms = 30_000;

/** A deadline for what never ends. */
export const brief_ms = 1000;

/** One POST by the sender of a sandbox on a laptop, as a delivery is sent: its status decides. */
export const post = (
  url: string,
  deadline_ms = patient_ms,
  body_wait_ms = deadline_ms,
): Promise<AttemptResult> => send({ ...aRequest(url, deadline_ms), body_wait_ms });

/** The same as a question, which needs the whole answer. */
export const question = (url: string, deadline_ms = patient_ms): Promise<AttemptResult> =>
  send(aRequest(url, deadline_ms));

const aRequest = (url: string, deadline_ms: number) => ({
  url,
  headers: { 'content-type': 'application/json' },
  body: '{"hello":"there"}',
  deadline_ms,
});

/** Whether an attempt failed for this reason. */
export const failsAs = (result: AttemptResult, kind: AttemptErrorKind) =>
  assert.equal(result.error?.kind, kind, JSON.stringify(result));

/** Writes something again and again until the connection is closed. */
export const forever = (socket: Socket, text: () => string, every_ms: number) => {
  const timer = setInterval(() => socket.write(text()), every_ms);
  socket.on('close', () => clearInterval(timer));
};

/** Writes as fast as it is taken, up to so many bytes. */
export const flood = (socket: Socket, piece: Buffer, bytes: number) => {
  while (!socket.destroyed && socket.bytesWritten < bytes) {
    if (!socket.write(piece)) return socket.once('drain', () => flood(socket, piece, bytes));
  }
  return socket;
};
