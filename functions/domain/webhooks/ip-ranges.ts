/** Addresses from `first` to `last`, both included, that are no place for a webhook. */
export type AddressRange = {
  readonly family: 'ipv4' | 'ipv6';
  readonly first: string;
  readonly last: string;
  /** What the range is for; `loopback` is the one that a laptop's own receivers may use. */
  readonly use: string;
};

/**
 * Everything that is not a public unicast address: the IANA registries of special-purpose addresses (RFC 6890 and its
 * successors), and of IPv6 all that lies outside 2000::/3. IPv4-mapped addresses are left out here because Node's
 * BlockList reads them as the IPv4 address within; `isPublicAddress` refuses them all.
 */
export const nonPublicRanges: readonly AddressRange[] = [
  { family: 'ipv4', first: '0.0.0.0', last: '0.255.255.255', use: 'this host' },
  { family: 'ipv4', first: '10.0.0.0', last: '10.255.255.255', use: 'private' },
  { family: 'ipv4', first: '100.64.0.0', last: '100.127.255.255', use: 'carrier-grade NAT' },
  { family: 'ipv4', first: '127.0.0.0', last: '127.255.255.255', use: 'loopback' },
  { family: 'ipv4', first: '169.254.0.0', last: '169.254.255.255', use: 'link-local and cloud metadata' },
  { family: 'ipv4', first: '172.16.0.0', last: '172.31.255.255', use: 'private' },
  { family: 'ipv4', first: '192.0.0.0', last: '192.0.0.255', use: 'protocol assignments' },
  { family: 'ipv4', first: '192.0.2.0', last: '192.0.2.255', use: 'documentation' },
  { family: 'ipv4', first: '192.31.196.0', last: '192.31.196.255', use: 'AS112' },
  { family: 'ipv4', first: '192.52.193.0', last: '192.52.193.255', use: 'multicast tunnels' },
  { family: 'ipv4', first: '192.88.99.0', last: '192.88.99.255', use: '6to4 relays' },
  { family: 'ipv4', first: '192.168.0.0', last: '192.168.255.255', use: 'private' },
  { family: 'ipv4', first: '192.175.48.0', last: '192.175.48.255', use: 'AS112' },
  { family: 'ipv4', first: '198.18.0.0', last: '198.19.255.255', use: 'benchmarks' },
  { family: 'ipv4', first: '198.51.100.0', last: '198.51.100.255', use: 'documentation' },
  { family: 'ipv4', first: '203.0.113.0', last: '203.0.113.255', use: 'documentation' },
  { family: 'ipv4', first: '224.0.0.0', last: '255.255.255.255', use: 'multicast, reserved, broadcast' },
  { family: 'ipv6', first: '::', last: '::', use: 'unspecified' },
  { family: 'ipv6', first: '::1', last: '::1', use: 'loopback' },
  { family: 'ipv6', first: '::2', last: '::fffe:ffff:ffff', use: 'IPv4-compatible' },
  { family: 'ipv6', first: '::1:0:0:0', last: '1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff', use: 'NAT64 and reserved' },
  {
    family: 'ipv6',
    first: '2001::',
    last: '2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff',
    use: 'Teredo, protocol assignments',
  },
  { family: 'ipv6', first: '2001:db8::', last: '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff', use: 'documentation' },
  { family: 'ipv6', first: '2002::', last: '2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff', use: '6to4' },
  { family: 'ipv6', first: '2620:4f:8000::', last: '2620:4f:8000:ffff:ffff:ffff:ffff:ffff', use: 'AS112' },
  { family: 'ipv6', first: '3fff::', last: '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff', use: 'documentation' },
  {
    family: 'ipv6',
    first: '4000::',
    last: 'ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff',
    use: 'unique local, link-local, multicast, reserved',
  },
];
