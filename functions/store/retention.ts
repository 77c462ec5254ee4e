/** What ends by itself, with the days after which it does (data.md); null: it stays until it is redacted. */
const defaults = { eventsDays: 400, deliveriesDays: 90, declinedAuthorizationsDays: null } as const;

/** The kinds of things whose end is a setting. */
export type Ending = keyof typeof defaults;

/** When something of a kind ends that was made at a moment: seconds since 1970, or undefined where it does not. What an environment says otherwise stands in `RETENTION`. */
export const endOf = (kind: Ending, createdAt: string): number | undefined => {
  const said: Partial<Record<Ending, number>> = JSON.parse(process.env.RETENTION ?? '{}');
  const days = said[kind] ?? defaults[kind];
  return days === null ? undefined : Math.floor(Date.parse(createdAt) / 1000) + days * day_s;
};

const day_s = 24 * 60 * 60;
