/** The areas of the service from the ground up, and the resources of each in their order. A file may import its own area and those before it. */
export const areas = {
  // Shared by every route and job; the folders of core are no resources.
  core: [],
  tenants: ['accounts', 'api-keys', 'operators', 'requests', 'idempotency-keys'],
  delivery: ['events', 'event-types', 'webhooks', 'deliveries', 'recoveries'],
  identity: [
    'screeners',
    'customers',
    'persons',
    'agreements',
    'documents',
    'catalogues',
    'verifiers',
    'verifications',
    'onboarding-links',
    'onboarding',
    'features',
    'customer-features',
    'screenings',
  ],
  issuing: [
    'cards',
    'card-tokens',
    'authorization-endpoints',
    'authorizations',
    'issuers',
    'card-pins',
    'transactions',
  ],
  app: ['jobs', 'counters', 'redactions', 'simulations', 'overview', 'openapi'],
} as const satisfies Readonly<Record<string, readonly string[]>>;

/** All resources in their order. */
export const resources: readonly string[] = Object.values(areas).flat();

/** The folder of a resource, from the repository’s root. */
export const folderOf = (resource: string): string => {
  const area = Object.entries(areas).find(([, all]: [string, readonly string[]]) =>
    all.includes(resource),
  )?.[0];
  if (area === undefined)
    throw new Error(`functions/app/areas.ts lists no ${resource}: add it to its area.`);
  return `functions/${area}/${resource}`;
};

/** The file with the handler of a route (`cards.freeze`) or of a job (`relay-events`). */
export const handlerFile = (id: string): string => {
  const [resource = '', verb] = id.split('.');
  return verb === undefined ? `${folderOf('jobs')}/${id}.ts` : `${folderOf(resource)}/${verb}.ts`;
};
