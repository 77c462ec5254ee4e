import { eventWebhooks } from '../functions/contract/events/reference.ts';
import { printOpenapi } from '../functions/contract/openapi/document.ts';
import { routes } from '../functions/contract/routes.ts';

// Prints the OpenAPI document: `npm run --silent openapi > openapi.json`.
console.log(JSON.stringify(printOpenapi(routes, { webhooks: eventWebhooks }), null, 2));
