import assert from 'node:assert/strict';
import { BlockList, isIP } from 'node:net';
import * as fc from 'fast-check';
import { isAddress } from '../../../../functions/core/ip-address.ts';
import {
  isLoopbackAddress,
  isPublicAddress,
  nonPublicRanges,
} from '../../../../functions/delivery/webhooks/url.ts';
import { test } from '../../../helpers/tests.ts';

const list = new BlockList();
for (const { first, last, family } of nonPublicRanges) list.addRange(first, last, family);

const dotted = (value: number) => [24, 16, 8, 0].map((shift) => (value >>> shift) & 255).join('.');
const colons = (groups: readonly number[]) => groups.map((group) => group.toString(16)).join(':');
const isMapped = (groups: readonly number[]) =>
  groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff;

const ipv4 = fc.integer({ min: 0, max: 2 ** 32 - 1 }).map((value) => dotted(value));
const ipv6Groups = fc.array(fc.oneof(fc.integer({ min: 0, max: 65_535 }), fc.constant(0)), {
  minLength: 8,
  maxLength: 8,
});

test('every IPv4 address is public or not exactly as Node compares it with the ranges', () => {
  fc.assert(
    fc.property(ipv4, (address) => isPublicAddress(address) === !list.check(address, 'ipv4')),
  );
});

test('every IPv6 address is public or not as Node compares it with the ranges, and a mapped one never is', () => {
  const holds = (groups: readonly number[]) => {
    const address = colons(groups);
    const expected = !isMapped(groups) && !list.check(address, 'ipv6');
    assert.equal(isPublicAddress(address), expected, address);
    // As new URL prints it, shortened.
    assert.equal(
      isPublicAddress(new URL(`http://[${address}]/`).hostname.slice(1, -1)),
      expected,
      address,
    );
  };
  fc.assert(fc.property(ipv6Groups, holds));
  fc.assert(
    fc.property(fc.integer({ min: 0x2000, max: 0x3fff }), ipv6Groups, (first, [, ...rest]) =>
      holds([first, ...rest]),
    ),
  );
});

test('both ends of every range are not public', () => {
  for (const { first, last } of nonPublicRanges) {
    assert.ok(isAddress(first) && !isPublicAddress(first), first);
    assert.ok(isAddress(last) && !isPublicAddress(last), last);
  }
});

test('the neighbours of the well-known ranges are public', () => {
  const neighbours = [
    '1.0.0.0',
    '9.255.255.255',
    '11.0.0.0',
    '100.63.255.255',
    '100.128.0.0',
    '126.255.255.255',
    '128.0.0.0',
  ];
  neighbours.push(
    '169.253.255.255',
    '169.255.0.0',
    '172.15.255.255',
    '172.32.0.0',
    '192.167.255.255',
    '192.169.0.0',
  );
  neighbours.push(
    '198.17.255.255',
    '198.20.0.0',
    '223.255.255.255',
    '8.8.8.8',
    '2000::',
    '2001:200::',
    '2001:4860:4860::8888',
  );
  neighbours.push('2606:4700::1111', '2620:4f:8001::', '3fff:1000::', '2001:db9::', '2003::');
  for (const address of neighbours) assert.ok(isPublicAddress(address), address);
});

test('ranges that are known to lead inside are not public', () => {
  const inside = [
    '169.254.169.254',
    'fd00:ec2::254',
    'fe80::1',
    'fc00::',
    'ff02::1',
    '64:ff9b::a9fe:a9fe',
    '64:ff9b:1::1',
  ];
  inside.push(
    '::ffff:10.0.0.1',
    '::ffff:8.8.8.8',
    '::7f00:1',
    '2002:7f00:1::',
    '2001::1',
    '100::1',
    'fec0::1',
    '5f00::1',
  );
  for (const address of inside) assert.ok(isAddress(address) && !isPublicAddress(address), address);
});

test('only this machine is loopback', () => {
  for (const address of ['127.0.0.1', '127.255.255.255', '::1'])
    assert.ok(isLoopbackAddress(address), address);
  for (const address of [
    '126.0.0.1',
    '128.0.0.0',
    '::2',
    '::',
    '::ffff:127.0.0.1',
    '10.0.0.1',
    'localhost',
  ]) {
    assert.ok(!isLoopbackAddress(address), address);
  }
});

test('what is no address is neither an address nor public', () => {
  const texts = [
    '',
    'a',
    '1.2.3',
    '1.2.3.4.5',
    '1.2.3.256',
    '01.2.3.4',
    '1.2.3.4 ',
    ':',
    ':::',
    '1::2::3',
    '1:2:3:4:5:6:7',
  ];
  texts.push(
    '1:2:3:4:5:6:7:8:9',
    '1:2:3:4:5:6:7::8:9',
    '12345::',
    'g::',
    'fe80::1%eth0',
    '::1.2.3',
    '1.2.3.4::',
  );
  for (const text of texts) {
    assert.ok(!isAddress(text) && !isPublicAddress(text), text);
    assert.ok(isIP(text) === 0 || text.includes('%'), text);
  }
});
