import { areas, handlerFile } from './functions/app/areas.ts';
import { workers } from './functions/app/jobs/jobs.ts';
import { everyRoute } from './functions/app/routes.ts';

// The rules of imports between folders. `npm run imports` holds it, types included; README
// explains the folders.

/** The entry of every function: one file per route and per job. */
const handlers = [...everyRoute, ...workers].map(
  ({ id }) => `^${handlerFile(id).replace('.ts', '\\.ts')}$`,
);

/** States, transitions and rules: pure files, which get time and chance as arguments. */
const pure = [
  '^functions/core/(access|api-error|card-number|currencies|durations|erasure|error-catalogue|event-types|ids|ip-address|job|jobs/alarming-events|json|limits|messages|operator|request-errors|resource-errors|scenario|text|transition|write-shards)\\.ts$',
  '^functions/[^/]+/[^/]+/(erasure|model|optional-fields)\\.ts$',
  '^functions/identity/catalogues/',
  '^functions/identity/customers/(address|identity|latin-name|names|persons|profile|requirements|spellings|states)\\.ts$',
  '^functions/identity/screenings/monitoring\\.ts$',
  '^functions/(issuing/card-tokens|identity/(documents|onboarding-links|screenings))/states\\.ts$',
  '^functions/identity/documents/expiry\\.ts$',
  '^functions/identity/verifications/(checks|decision|errors|expiry|documents|requirements|states)\\.ts$',
  '^functions/identity/features/(eligibility|qualification|states)\\.ts$',
  '^functions/issuing/cards/(attempts|cancel-after|cardholder|destination|eligibility|issuer-changes|order|pin|replacement)\\.ts$',
  '^functions/issuing/cards/(settings|spending|states|transitions)\\.ts$',
  '^functions/issuing/authorization-endpoints/(breaker|states)\\.ts$',
  '^functions/issuing/authorizations/(decision|increment|issuer-notice|settlement|simulated-notice)\\.ts$',
  '^functions/identity/screeners/(screener|scripts|lists/addresses)\\.ts$',
  '^functions/delivery/webhooks/(custom-headers|destination|health|secrets|url)\\.ts$',
  '^functions/delivery/(deliveries/(claim-rules|retry-after|schedule|states|statistics)|recoveries/states)\\.ts$',
  '^functions/(app/simulations/catalogue|identity/(screeners|verifiers)/scenarios|issuing/issuers/(scenarios|simulated-card))\\.ts$',
  '^functions/identity/verifiers/aws/names\\.ts$',
];

/** The files that describe the API as data: schemas, routes, errors and their parts. */
const declarations = [
  '^functions/[^/]+/[^/]+/(schema|input|routes|errors|events|(authorization|delivery|identity|list|reveal|timeline)-routes|(address|controls|latin-name|reveal)-schema|usage-plans|type-name|example)\\.ts$',
  '^functions/core/(event-record|errors|fields|ids-filter|list-query|metadata|metrics|requirement-schema|resource|text-fields)\\.ts$',
  '^functions/(core/(resource-routes|route|validation)|app/(areas|event-records|routes))\\.ts$',
  '^functions/app/jobs/(jobs|triggers|worker)\\.ts$',
];

const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

const names = Object.keys(areas);
const arrows = names
  .slice(0, -1)
  .map((area, position) =>
    forbid(
      `${area}-imports-no-later-area`,
      'An area imports itself and those before it: functions/app/areas.ts.',
      { path: `^functions/${area}/` },
      { path: `^functions/(${names.slice(position + 1).join('|')})/` },
    ),
  );

export default {
  forbidden: [
    forbid(
      'no-circle',
      'Nothing imports itself by way of others, types included.',
      {},
      { circular: true },
    ),
    ...arrows,
    forbid(
      'pure-files-import-pure-files',
      'Rules and states know no table and no library. Of schemas they import types alone: test/infra/sources.test.ts.',
      { path: pure },
      {
        pathNot: [
          ...pure,
          '^functions/([^/]+/[^/]+/(controls-)?|core/requirement-)schema\\.ts$',
          '^node_modules/zod/mini/',
        ],
      },
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
      { path: '^functions/[^/]+/[^/]+/(list-)?table\\.ts$' },
      {
        path: '^functions/',
        pathNot: [
          ...pure,
          '^functions/core/dynamodb/',
          '^functions/[^/]+/[^/]+/([a-z-]*table|stored-form)\\.ts$',
          '^functions/core/(client-settings|durations|new-id|requirement-schema|time)\\.ts$',
        ],
      },
    ),
    forbid(
      'dynamodb-knows-no-resource',
      'What every table shares knows none of them.',
      { path: '^functions/core/dynamodb/' },
      {
        path: '^functions/',
        pathNot: [
          ...pure,
          '^functions/core/dynamodb/',
          '^functions/core/(client-settings|durations|logging|metrics|new-id|time)\\.ts$',
        ],
      },
    ),
    forbid(
      'no-function-loads-event-records',
      'Examples and triggers of events belong to the reference and the command line.',
      {
        path: '^functions/',
        pathNot: '^functions/([^/]+/[^/]+/events|app/event-records|core/event-record)\\.ts$',
      },
      { path: '^functions/([^/]+/[^/]+/events|app/event-records|core/event-record)\\.ts$' },
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
        pathNot: [
          ...pure,
          ...declarations,
          '^functions/core/dynamodb/',
          '^functions/core/http/response\\.ts$',
        ],
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
      { path: '^(client|cli|dashboard|onboarding|openapi)/', pathNot: '^client/build\\.ts$' },
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
