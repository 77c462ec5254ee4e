import { printCollection } from '../functions/contract/openapi/collection.ts';
import { printDocument } from '../lib/document.ts';

// Prints a collection of requests for Postman, Bruno or Insomnia: `npm run --silent collection > collection.json`.
const document = JSON.parse(JSON.stringify(printDocument()));
console.log(JSON.stringify(printCollection(document), null, 2));
