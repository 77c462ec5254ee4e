import { buildFunctionMaps } from '../lib/function-bundles.ts';
import './bundling.ts';

await buildFunctionMaps();
