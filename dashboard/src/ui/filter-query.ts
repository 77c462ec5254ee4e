/** What is chosen, by the name of the filter. */
export type FilterValues = Readonly<Record<string, string>>;

const day_ms = 86_400_000;

/** Filters as the query of the API: days become the exclusive bounds around them. */
export const queryOf = <Query>({ from, until, ...values }: FilterValues): Query => {
  const start = Date.parse(`${from}T00:00:00Z`);
  const end = Date.parse(`${until}T00:00:00Z`);
  return {
    ...values,
    ...(Number.isFinite(start) && { created_after: new Date(start - 1).toISOString() }),
    ...(Number.isFinite(end) && { created_before: new Date(end + day_ms).toISOString() }),
  } as Query;
};
