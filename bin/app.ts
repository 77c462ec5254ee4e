import { synthesise } from '../lib/app.ts';
import { buildInto } from '../lib/build-folder.ts';
import { orSentence } from './command-line.ts';

// `npm start` names one where `.build` cannot be written.
const folder = process.env.BUILD_FOLDER;
if (folder) buildInto(folder);
await orSentence(() => synthesise());
