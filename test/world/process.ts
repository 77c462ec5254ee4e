// The first import of a file of the World: from here on its process has a time, a network and
// servers of its own.
import './builtins.ts';
import './network.ts';
import './servers.ts';

// Each shard of scheduled work costs a sweep three queries: unit/app/jobs/sweep-shards.test.ts and stories/service/sweeps.test.ts
// sweep as many as deploy.
process.env.SCHEDULE_SHARDS ??= '2';
