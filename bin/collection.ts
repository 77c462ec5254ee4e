import { documentText } from '../lib/document-text.ts';
import { printCollection } from '../openapi/collection.ts';

// Prints a collection of requests for Postman, Bruno or Insomnia: `npm run --silent collection > collection.json`.
const document = JSON.parse(documentText());
console.log(JSON.stringify(printCollection(document), null, 2));
