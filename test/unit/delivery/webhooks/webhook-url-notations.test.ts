import assert from 'node:assert/strict';
import * as fc from 'fast-check';
import {
  type WebhookTargets,
  webhookUrlErrors,
} from '../../../../functions/delivery/webhooks/url.ts';
import { test } from '../../../helpers/tests.ts';

const codes = (url: string, targets: WebhookTargets = 'public') =>
  webhookUrlErrors(url, targets).map(({ code }) => code);

test('any notation of any non-public address is rejected', () => {
  const notations = ({ a, b, c, d }: { a: number; b: number; c: number; d: number }) => {
    const value = a * 2 ** 24 + b * 2 ** 16 + c * 2 ** 8 + d;
    const [wide, octal] = [
      `${a}.${b}.${c}.${d}`.replace(/\d/g, (digit) => String.fromCharCode(0xff10 + Number(digit))),
      value.toString(8),
    ];
    const hex = value.toString(16).padStart(8, '0');
    return [
      `${a}.${b}.${c}.${d}`,
      `${a}.${b}.${c}.${d}.`,
      `${a}.${b}.${c * 256 + d}`,
      `${a}.${b * 65_536 + c * 256 + d}`,
      String(value),
      `0x${hex}`,
      `0X${hex.toUpperCase()}`,
      `0${octal}`,
      `0x${a.toString(16)}.0${b.toString(8)}.${c}.${d}`,
      wide,
      `${a}。${b}｡${c}．${d}`,
      `[::ffff:${a}.${b}.${c}.${d}]`,
      `[::${a}.${b}.${c}.${d}]`,
      `[64:ff9b::${a}.${b}.${c}.${d}]`,
      `[::ffff:0:${a}.${b}.${c}.${d}]`,
      `[2002:${hex.slice(0, 4)}:${hex.slice(4)}::]`,
    ];
  };
  const byte = fc.integer({ min: 0, max: 255 });
  const first = fc.constantFrom(0, 10, 127, 224, 255);
  fc.assert(
    fc.property(fc.record({ a: first, b: byte, c: byte, d: byte }), (address) => {
      for (const host of notations(address))
        assert.deepEqual(codes(`https://${host}/`), ['invalid_value'], host);
    }),
  );
  for (const host of notations({ a: 169, b: 254, c: 169, d: 254 })) {
    assert.deepEqual(codes(`https://${host}/`, 'loopback_too'), ['invalid_value'], host);
  }
});
