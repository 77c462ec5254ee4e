import { synthesise } from '../lib/app.ts';

await synthesise();
