import { AwsError } from '../aws-error.ts';

/** From which byte to which, both included. */
export type Range = { readonly first: number; readonly last: number };

/** The one range that a `Range` header names; undefined for none, or for what is no range, which HTTP ignores. */
export const rangeIn = (header: string | undefined, size: number): Range | undefined => {
  const [, from = '', to = ''] = /^bytes=(\d*)-(\d*)$/.exec(header ?? '') ?? [];
  if (from === '' && to === '') return undefined;
  const first = from === '' ? Math.max(0, size - Number(to)) : Number(from);
  const last = from === '' || to === '' ? size - 1 : Math.min(Number(to), size - 1);
  if (from !== '' && to !== '' && Number(to) < Number(from)) return undefined;
  if (first < size && (from !== '' || Number(to) > 0)) return { first, last };
  const members = { RangeRequested: header ?? '', ActualObjectSize: size };
  throw new AwsError(416, 'InvalidRange', 'The requested range is not satisfiable', members);
};
