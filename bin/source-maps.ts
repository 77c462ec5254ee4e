import { buildFunctionMaps } from '../lib/function-bundles.ts';

await buildFunctionMaps();
