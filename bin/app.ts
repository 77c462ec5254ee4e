import { synthesise } from '../lib/app.ts';
import './bundling.ts';

await synthesise();
