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
export const isMapped = ({ family, value }: IpAddress): boolean => family === 'ipv6' && value >> 32n === 0xffffn;

const ipv4 = (text: string): bigint | null => {
  const parts = text.split('.');
  if (parts.length !== 4 || !parts.every((part) => /^(0|[1-9]\d{0,2})$/.test(part) && Number(part) < 256)) return null;
  return parts.reduce((value, part) => value * 256n + BigInt(part), 0n);
};

const ipv6 = (text: string): bigint | null => {
  const halves = text.split('::');
  if (halves.length > 2) return null;
  const [head, tail] = [groups(halves[0], halves.length === 1), groups(halves[1], true)];
  if (head === null || tail === null) return null;
  const missing = 8 - head.length - tail.length;
  if (halves.length === 2 ? missing < 1 : missing !== 0) return null;
  return [...head, ...Array<bigint>(missing).fill(0n), ...tail].reduce((value, group) => value * 65_536n + group, 0n);
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
