/**
 * Whether an address is one of those listed, letter by letter; on this machine's own address the port is free, since nobody
 * knows beforehand which one will be (RFC 8252, 7.3).
 */
export const isListed = (address: string, listed: readonly string[]): boolean =>
  listed.includes(address) || listed.includes(withoutPort(address));

const withoutPort = (address: string): string =>
  address.replace(/^(http:\/\/(?:127\.0\.0\.1|\[::1])):\d{1,5}(?=\/|$)/, '$1');
