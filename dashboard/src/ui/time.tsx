const format = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium' });
const dayFormat = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeZone: 'UTC' });

const clockFormat = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });

/** The time of day of an instant, such as 08:12. */
export const clockTime = (at: string): string => clockFormat.format(new Date(at));

/** An instant in the person's own time zone; its exact form is its title. */
export const Time = ({ at, none = '–' }: { readonly at: string | null; readonly none?: string }) =>
  at === null ? (
    none
  ) : (
    <time dateTime={at} title={at}>
      {format.format(new Date(at))}
    </time>
  );

/** A calendar date. */
export const Day = ({ on }: { readonly on: string | null }) =>
  on === null ? '–' : <time dateTime={on}>{dayFormat.format(new Date(`${on}T00:00:00Z`))}</time>;
