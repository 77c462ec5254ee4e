import { printDocument } from '../lib/document.ts';

// Prints the OpenAPI document: `npm run --silent openapi > openapi.json`.
console.log(JSON.stringify(printDocument(), null, 2));
