import type { RecordedCall } from '../../local/recorder.ts';

/** The units that DynamoDB charges for calls, in capacity units. */
export const unitsOf = (calls: readonly RecordedCall[]) =>
  calls.reduce((sum, { capacityUnits }) => sum + capacityUnits, 0);

/**
 * The requests, with calls that were made at once in the order of their names, as they may arrive
 * in any.
 */
export const inRoundTrips = (asked: readonly string[], asks: readonly string[]): string[] => {
  const left = [...asked];
  const trips = asks.map((trip) => left.splice(0, trip.split(' + ').length).toSorted().join(' + '));
  return [...trips, ...left];
};

/** Rows as columns of text. */
export const tableOf = (rows: readonly (readonly string[])[]): string => {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  );
  return rows
    .map((row) => row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '))
    .join('\n');
};
