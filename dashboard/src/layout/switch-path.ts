/**
 * The path to go to when the environment is switched: what is shown belongs to one environment, so a page about one thing is
 * left for its list, and filters, which may name something, stay behind.
 */
export const switchPath = (path: string, to: string): string => {
  const [, , place = 'home', part] = path.split('/');
  const list = lists[place] ?? place;
  return part !== undefined && keeps.has(`${place}/${part}`) ? `/${to}/${place}/${part}` : `/${to}/${list}`;
};

/** Places whose list is another place. */
const lists: Readonly<Record<string, string>> = { documents: 'customers', verifications: 'customers' };

/** Places below a place that are no thing of an environment. */
const keeps: ReadonlySet<string> = new Set(['configure/api-keys', 'configure/people', 'webhooks/new']);
