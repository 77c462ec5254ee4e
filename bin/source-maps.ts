import { buildFunctionMaps } from '../lib/function-bundles.ts';
import { readCommandLine } from './command-line.ts';

readCommandLine({
  usage: `npx node bin/source-maps.ts

Writes the source maps of the bundles to .build/maps.`,
});

await buildFunctionMaps();
