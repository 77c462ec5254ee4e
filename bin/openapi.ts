import { eventWebhooks } from '../functions/contract/event-reference.ts';
import { printOpenapi } from '../functions/contract/openapi.ts';
import { routes } from '../functions/contract/routes.ts';

// Prints the OpenAPI document: `npm run --silent openapi > openapi.json`.
console.log(JSON.stringify(printOpenapi(routes, { webhooks: eventWebhooks }), null, 2));
