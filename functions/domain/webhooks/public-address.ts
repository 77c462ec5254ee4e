import { addressOf, type IpAddress, isMapped } from '../ip-address.ts';
import { type AddressRange, nonPublicRanges } from './ip-ranges.ts';

/** Whether a text is an address that anybody on the internet can have; false for what is no address. */
export const isPublicAddress = (text: string): boolean => {
  const address = addressOf(text);
  return address !== null && !isMapped(address) && !ranges.some((range) => within(address, range));
};

/** Whether an address is this machine itself: 127.0.0.0/8 or ::1. */
export const isLoopbackAddress = (text: string): boolean => {
  const address = addressOf(text);
  return address !== null && ranges.some((range) => range.use === 'loopback' && within(address, range));
};

type Range = Pick<AddressRange, 'family' | 'use'> & { readonly from: bigint; readonly to: bigint };

const within = (address: IpAddress, range: Range) =>
  address.family === range.family && address.value >= range.from && address.value <= range.to;

const ranges: readonly Range[] = nonPublicRanges.map(({ family, first, last, use }) => {
  const [from, to] = [addressOf(first), addressOf(last)];
  if (from === null || to === null) throw new RangeError(`${first} to ${last} is not a range of addresses`);
  return { family, use, from: from.value, to: to.value };
});
