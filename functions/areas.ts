/** The areas of the service from the ground up, and the resources of each in their order. A file may import its own area and those before it. */
export const areas = {
  // Shared by every route and job; the folders of core are no resources.
  core: [],
  tenants: ['accounts', 'api-keys', 'operators', 'requests', 'idempotency-keys'],
  delivery: ['events', 'event-types', 'webhooks', 'deliveries', 'recoveries'],
  identity: [
    'catalogues',
    'customers',
    'persons',
    'agreements',
    'documents',
    'verifiers',
    'screeners',
    'verifications',
    'onboarding-links',
    'onboarding',
    'features',
    'customer-features',
    'screenings',
  ],
  issuing: [
    'issuers',
    'cards',
    'card-pins',
    'card-tokens',
    'authorization-endpoints',
    'authorizations',
    'transactions',
  ],
  app: ['counters', 'redactions', 'simulations', 'overview', 'openapi', 'jobs'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** All resources in their order. */
export const resources: readonly string[] = Object.values(areas).flat();

/** The folder of a resource, from the repository’s root. */
export const folderOf = (resource: string): string => {
  if (!resources.includes(resource)) throw new Error(`functions/areas.ts lists no ${resource}: add it to its area.`);
  return `functions/${resource}`;
};

/** The file with the handler of a route (`cards.freeze`) or of a job (`relay-events`). */
export const handlerFile = (id: string): string => {
  const [resource = '', verb] = id.split('.');
  return verb === undefined ? `${folderOf('jobs')}/${id}.ts` : `${folderOf(resource)}/${verb}.ts`;
};
