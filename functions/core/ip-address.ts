/** An IP address as a number, with the family that says how long it is. */
export type IpAddress = { readonly family: 'ipv4' | 'ipv6'; readonly value: bigint };

/** An IPv4 address in dotted decimal or an IPv6 address without brackets, as `new URL` prints them; null for anything else. */
export const addressOf = (text: string): IpAddress | null => {
  const value = text.includes(':') ? ipv6(text) : ipv4(text);
  return value === null ? null : { family: text.includes(':') ? 'ipv6' : 'ipv4', value };
};

/** Whether a text is such an address. */
export const isAddress = (text: string): boolean => addressOf(text) !== null;

/** ::ffff:0:0/96: an IPv4 address in the clothes of an IPv6 one. */
export const isMapped = ({ family, value }: IpAddress): boolean =>
  family === 'ipv6' && value >> 32n === 0xffffn;

const ipv4 = (text: string): bigint | null => {
  const parts = text.split('.');
  if (
    parts.length !== 4 ||
    !parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256)
  )
    return null;
  return parts.reduce((value, part) => value * 256n + BigInt(part), 0n);
};

const ipv6 = (text: string): bigint | null => {
  const halves = text.split('::');
  if (halves.length > 2) return null;
  const [head, tail] = [groups(halves[0], halves.length === 1), groups(halves[1], true)];
  if (head === null || tail === null) return null;
  const missing = 8 - head.length - tail.length;
  if (halves.length === 2 ? missing < 1 : missing !== 0) return null;
  return [...head, ...Array<bigint>(missing).fill(0n), ...tail].reduce(
    (value, group) => value * 65_536n + group,
    0n,
  );
};

/** The 16-bit groups of one half; an IPv4 address at the end of the whole counts as two. */
const groups = (half: string | undefined, endsWhole: boolean): bigint[] | null => {
  if (half === undefined || half === '') return [];
  const parsed: bigint[] = [];
  const parts = half.split(':');
  for (const [index, part] of parts.entries()) {
    const embedded = endsWhole && index === parts.length - 1 ? ipv4(part) : null;
    if (embedded !== null) parsed.push(embedded / 65_536n, embedded % 65_536n);
    else if (/^[0-9a-f]{1,4}$/i.test(part)) parsed.push(BigInt(`0x${part}`));
    else return null;
  }
  return parsed;
};

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
