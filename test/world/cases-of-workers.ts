/** Cases of routes whose arrangements wait for what a worker does, by route and name. */
export const waitsForWorkers: ReadonlySet<string> = new Set([
  ...[
    'documents.get that is uploaded',
    'documents.download of a document whose bytes were inspected',
  ],
  ...[
    'verifications.list-all when one waits for a reviewer',
    'verifications.assign by somebody who takes it',
  ],
  ...[
    'verifications.assign to nobody, as it is',
    'simulations.authorization that the business approves',
  ],
  ...[
    'events.get with one delivery',
    'webhooks.get-statistics of a week',
    'overview.get-figures with a delivery',
  ],
  ...[
    'webhooks.recover again with the same key',
    'deliveries.list all',
    'deliveries.list of a webhook',
  ],
  ...[
    'deliveries.list of a status',
    'deliveries.list of an event',
    'deliveries.list that did not arrive',
  ],
  ...[
    'deliveries.get with one attempt',
    'deliveries.list-attempts of one',
    'deliveries.resend of one that arrived',
  ],
  ...[
    'deliveries.resend again with the same key',
    'deliveries.resend of one whose webhook is disabled',
  ],
]);
