import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// The next start takes the compiled code of each source that has not changed. A folder that cannot be written has no cache.
enableCompileCache(fileURLToPath(new URL('../.build/compile-cache', import.meta.url)));
await import('./start/main.ts');
