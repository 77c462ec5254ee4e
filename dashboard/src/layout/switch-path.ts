/**
 * The path to go to when the environment is switched: what is shown belongs to one environment, so a page about one thing is
 * left for its list, and filters, which may name something, stay behind.
 */
export const switchPath = (path: string, to: string): string => {
  const [, , place = 'home', part] = path.split('/');
  return part !== undefined && keeps.has(`${place}/${part}`) ? `/${to}/${place}/${part}` : `/${to}/${place}`;
};

/** Places below a place that are no thing of an environment. */
const keeps: ReadonlySet<string> = new Set(['configure/api-keys', 'configure/people', 'webhooks/new']);
