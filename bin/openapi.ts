import { printOpenapi } from '../functions/contract/openapi.ts';
import { routes } from '../functions/contract/routes.ts';

// Prints the OpenAPI document: `npm run --silent openapi > openapi.json`.
console.log(JSON.stringify(printOpenapi(routes), null, 2));
