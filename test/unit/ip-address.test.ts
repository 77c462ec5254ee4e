import assert from 'node:assert/strict';
import { BlockList } from 'node:net';
import * as fc from 'fast-check';
import { isAllowed, isNetwork } from '../../functions/core/ip-address.ts';
import { test } from '../helpers/tests.ts';

test('an address, and a block of any length, of both families is a network', () => {
  const networks = [
    '203.0.113.7',
    '0.0.0.0/0',
    '10.0.0.1/8',
    '203.0.113.7/32',
    '::1',
    '::/0',
    '2001:DB8::1/128',
  ];
  for (const text of networks) assert.ok(isNetwork(text), text);
});

test('anything else is none', () => {
  const others = [
    ...[
      '',
      ' ',
      '/',
      '/8',
      '203.0.113',
      '203.0.113.256',
      '203.0.113.7/',
      '203.0.113.7/33',
      '203.0.113.7/-1',
    ],
    ...[
      '203.0.113.7/08',
      '203.0.113.7/8/8',
      '203.0.113.7/ 8',
      ' 203.0.113.7',
      '203.0.113.7\n',
      '0x7f.1',
      'example.com',
    ],
    ...[
      '::/129',
      '2001:db8::1%eth0',
      '[::1]',
      ':::',
      '::ffff:203.0.113.7',
      '::ffff:203.0.113.0/120',
      '*',
    ],
  ];
  for (const text of others) assert.ok(!isNetwork(text), JSON.stringify(text));
});

test('an empty list allows every address, and one that is not understood allows none', () => {
  assert.ok(isAllowed([], '203.0.113.7'));
  assert.ok(!isAllowed(['nonsense'], '203.0.113.7'));
  assert.ok(!isAllowed(['0.0.0.0/0', '::/0'], 'nonsense'));
  assert.ok(!isAllowed(['0.0.0.0/0'], '2001:db8::1'));
  assert.ok(!isAllowed(['::/0'], '203.0.113.7'));
});

test('an IPv4 address in the clothes of IPv6 is the address within', () => {
  assert.ok(isAllowed(['203.0.113.0/24'], '::ffff:203.0.113.7'));
  assert.ok(!isAllowed(['203.0.113.0/24'], '::ffff:203.0.114.7'));
});

const [v4, v6] = [fc.ipV4(), fc.ipV6()];

test('a block holds the addresses that Node holds to be in it', () => {
  // Few pairs of addresses by chance share a block, so the second is made of the first where they
  // are to.
  const cases = fc.oneof(
    fc.record({ family: fc.constant('ipv4' as const), block: v4, address: v4, length: fc.nat(32) }),
    fc.record({
      family: fc.constant('ipv6' as const),
      block: v6,
      address: v6,
      length: fc.nat(128),
    }),
  );
  fc.assert(
    fc.property(cases, fc.boolean(), ({ family, block, address, length }, itself) => {
      fc.pre(isNetwork(`${block}/${length}`) && isNetwork(address));
      const list = new BlockList();
      list.addSubnet(block, length, family);
      const asked = itself ? block : address;
      assert.equal(isAllowed([`${block}/${length}`], asked), list.check(asked, family));
    }),
  );
});
