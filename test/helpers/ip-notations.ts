import type { Resolver } from '../../functions/delivery/webhooks/target-agents.ts';

/** Every name is at these addresses. */
export const at =
  (...addresses: string[]): Resolver =>
  (_host, _options, answer) =>
    setImmediate(() =>
      answer(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      ),
    );

/** 127.0.0.1 as it can be written in a URL. */
export const loopbackNotations = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '2130706433',
  '0x7f000001',
  '0x7f.0.0.1',
  '0x7F.1',
  '017700000001',
  '0177.0.0.01',
  '127.0.0.1.',
  '%31%32%37.0.0.1',
  '１２７.0.0.1',
  '127。0。0。1',
  '[::1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[64:ff9b:1::7f00:1]',
  '[2002:7f00:1::]',
  'localhost',
  'localhost.',
  'a.localhost',
];
