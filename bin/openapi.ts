import { printDocument } from '../lib/document-text.ts';

// Prints the OpenAPI document: `npm run --silent openapi > openapi.json`.
console.log(JSON.stringify(printDocument(), null, 2));
