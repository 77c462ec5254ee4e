import { createHmac, timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';

/** Throws if the delivery is not signed by the Secret Key. `body` is the text that arrived, not parsed. */
export const verify = (body: string, headers: IncomingHttpHeaders, secret: string): void => {
  const [id, time, signatures] = ['id', 'timestamp', 'signature'].map((name) =>
    String(headers[`webhook-${name}`]),
  );
  if (!(Math.abs(Date.now() / 1000 - Number(time)) <= 300)) throw new Error('too old');
  const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
  const expected = createHmac('sha256', key).update(`${id}.${time}.${body}`).digest();
  const isOurs = (signature: string): boolean => {
    const bytes = Buffer.from(signature.replace('v1,', ''), 'base64');
    return bytes.length === expected.length && timingSafeEqual(bytes, expected);
  };
  if (!signatures?.split(' ').some(isOurs)) throw new Error('wrong signature');
};
