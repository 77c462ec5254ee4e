import { addressOf, type IpAddress, isMapped } from '../ip-address.ts';

/** Whether a text is an address or a block of them in CIDR notation, of IPv4 or IPv6: `203.0.113.7`, `2001:db8::/32`. */
export const isNetwork = (text: string): boolean => networkOf(text) !== null;

/** Whether an allow-list names an address; an empty one names all of them, and what is no address is in none. */
export const isAllowed = (networks: readonly string[], address: string): boolean => {
  if (networks.length === 0) return true;
  const source = addressOf(address);
  return source !== null && networks.some((text) => contains(networkOf(text), unmapped(source)));
};

/** The addresses that begin as one does; `rest` is how many of its bits may be others. */
type Network = { readonly address: IpAddress; readonly rest: bigint };

const bits = { ipv4: 32, ipv6: 128 };

/** An IPv4 block in the clothes of IPv6 is written as what it is: API Gateway never names a caller so. */
const networkOf = (text: string): Network | null => {
  const [, host = '', length] = /^([^/]+)(?:\/(0|[1-9]\d{0,2}))?$/.exec(text) ?? [];
  const address = addressOf(host);
  if (address === null || isMapped(address)) return null;
  const rest = bits[address.family] - Number(length ?? bits[address.family]);
  return rest < 0 ? null : { address, rest: BigInt(rest) };
};

const contains = (network: Network | null, { family, value }: IpAddress): boolean =>
  network !== null &&
  family === network.address.family &&
  value >> network.rest === network.address.value >> network.rest;

const unmapped = (address: IpAddress): IpAddress =>
  isMapped(address) ? { family: 'ipv4', value: address.value & 0xffffffffn } : address;
