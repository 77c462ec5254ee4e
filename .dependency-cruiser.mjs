import { handlerFile } from './functions/areas.ts';
import { workers } from './functions/jobs/jobs.ts';
import { everyRoute } from './functions/routes.ts';

// Who may import whom. `npm run imports` holds it, types included; README explains the folders.

/** Resources stand in this order: each may import those before it. Events, redactions and simulations see all. */
const order = [
  'accounts',
  'api-keys',
  'operators',
  'customers',
  'persons',
  'agreements',
  'documents',
  'verifications',
  'onboarding-links',
  'onboarding',
  'features',
  'screenings',
  'cards',
  'card-pins',
  'card-tokens',
  'webhooks',
  'deliveries',
  'authorization-endpoints',
  'authorizations',
  'transactions',
  'recoveries',
  'events',
  'requests',
  'redactions',
  'simulations',
  'overview',
];

/** The entry of every function: one file per route and per job. */
const handlers = [...everyRoute, ...workers].map(({ id }) => `^${handlerFile(id).replace('.ts', '\\.ts')}$`);

/** What every resource may know of events: their envelope, their names, and how one is stored. */
const eventBasics = '^functions/events/(model|types|type-name|table)\\.ts$';

/** States, transitions and rules: pure files, which get time and chance as arguments. */
const pure = [
  '^functions/(access|api-error|catalogue|card-number|currencies|durations|ids|ip-address|job|json|messages|operator-id|text|transition|write-shards)\\.ts$',
  '^functions/[^/]+/model\\.ts$',
  '^functions/catalogues/',
  '^functions/customers/(address|identity|latin-name|names|persons|profile|requirements|spellings|states)\\.ts$',
  '^functions/screenings/monitoring\\.ts$',
  '^functions/(card-tokens|documents|onboarding-links|screenings)/states\\.ts$',
  '^functions/documents/expiry\\.ts$',
  '^functions/verifications/(checks|decision|errors|expiry|documents|requirements|states)\\.ts$',
  '^functions/features/(eligibility|states)\\.ts$',
  '^functions/cards/(attempts|cancel-after|eligibility|order|pin|replacement)\\.ts$',
  '^functions/cards/(spending|states|transitions)\\.ts$',
  '^functions/authorization-endpoints/(breaker|states)\\.ts$',
  '^functions/authorizations/(decision|settlement)\\.ts$',
  '^functions/screeners/(screener|scripts|lists/addresses)\\.ts$',
  '^functions/webhooks/(custom-headers|destination|health|secrets|url)\\.ts$',
  '^functions/(deliveries/(claim|retry-after|schedule|states|statistics)|recoveries/states)\\.ts$',
  '^functions/events/types\\.ts$',
  '^functions/simulations/catalogue\\.ts$',
  '^functions/verifiers/aws/names\\.ts$',
];

/** What describes the API as data: schemas, routes, errors and what they are made of. */
const declarations = [
  '^functions/[^/]+/(schema|input|routes|errors|(address|latin-name|reveal)-schema|usage-plans|type-name|example)\\.ts$',
  '^functions/(error-catalogue|errors|fields|list-query|metadata|metrics|requirement-schema|resource)\\.ts$',
  '^functions/(areas|resource-routes|route|routes|validation)\\.ts$',
  '^functions/jobs/jobs\\.ts$',
];

const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

const upward = order
  .slice(0, -1)
  .map((resource, position) =>
    forbid(
      `${resource}-imports-only-resources-before-it`,
      'A resource imports only those before it in the order; the handler of a route may use any.',
      { path: `^functions/${resource}/`, pathNot: handlers },
      { path: `^functions/(${order.slice(position + 1).join('|')})/`, pathNot: eventBasics },
    ),
  );

export default {
  forbidden: [
    forbid('no-circle', 'Nothing imports itself by way of others, types included.', {}, { circular: true }),
    ...upward,
    forbid(
      'pure-files-import-pure-files',
      'Rules and states know no table and no library. Of schemas they import types alone: test/infra/sources.test.ts.',
      { path: pure },
      { pathNot: [...pure, '^functions/([^/]+/|requirement-)schema\\.ts$', '^node_modules/zod/mini/'] },
    ),
    forbid(
      'declarations-import-models-and-zod',
      'What describes the API runs at build time too, and so reaches nothing outside.',
      { path: declarations },
      { pathNot: [...pure, ...declarations, '^node_modules/(zod|iso-3166-1|postcode-validator)/'] },
    ),
    forbid(
      'tables-import-models-and-dynamodb',
      'A table knows how items are stored, not how they are shown or asked for.',
      { path: '^functions/[^/]+/table\\.ts$' },
      {
        path: '^functions/',
        pathNot: [
          ...pure,
          '^functions/dynamodb/',
          '^functions/[^/]+/([a-z-]*table|stored-form)\\.ts$',
          '^functions/(client-settings|durations|new-id|requirement-schema|time)\\.ts$',
        ],
      },
    ),
    forbid(
      'dynamodb-knows-no-resource',
      'What every table shares knows none of them.',
      { path: '^functions/dynamodb/' },
      {
        path: '^functions/',
        pathNot: [
          ...pure,
          '^functions/dynamodb/',
          '^functions/(client-settings|durations|logging|metrics|new-id|time)\\.ts$',
        ],
      },
    ),
    forbid(
      'http-and-aws-know-no-resource',
      'What every handler shares, and calls of AWS, know no resource.',
      { path: '^functions/(http|aws)/' },
      { path: `^functions/(${order.join('|')}|jobs|issuers|screeners|verifiers)/`, pathNot: [eventBasics, ...pure] },
    ),
    forbid(
      'nothing-imports-a-handler',
      'A function of one route or job is no part of another.',
      { path: '^(functions|lib|openapi|client|cli|dashboard|onboarding)/' },
      { path: handlers },
    ),
    forbid(
      'functions-know-nothing-of-deployment',
      'A function does not know how it is built, deployed, documented or run locally.',
      { path: '^functions/' },
      {
        path: '^(lib|local|openapi|bin|client|cli|dashboard|onboarding|bench|test)/|node_modules/(aws-cdk-lib|constructs|cdk-nag|esbuild)/',
      },
    ),
    forbid(
      'deployment-imports-declarations',
      'Stacks are made of declared routes, jobs, permissions and tables, never of handlers.',
      { path: '^lib/' },
      {
        path: '^(functions|local|bench|test)/',
        pathNot: [...pure, ...declarations, '^functions/dynamodb/', '^functions/http/response\\.ts$'],
      },
    ),
    forbid(
      'local-knows-no-product',
      'The local runner runs any assembly.',
      { path: '^local/' },
      { path: '^(bin|lib|functions|openapi|client|cli|dashboard|onboarding|bench|test)/' },
    ),
    forbid(
      'clients-import-declarations',
      'The client, the command line, both web pages and the printed document read what routes declare.',
      { path: '^(client|cli|dashboard|onboarding|openapi)/' },
      { path: '^(functions|local|lib|bin|bench)/', pathNot: [...pure, ...declarations] },
    ),
    forbid(
      'full-zod',
      'zod/mini keeps bundles small: 25 KB instead of 93.',
      { path: '^functions/' },
      { path: 'node_modules/zod/(?!.*mini)' },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)(dist|cdk\\.out)/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      extensions: ['.ts', '.tsx', '.js', '.cjs', '.json'],
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
};
