import type { ShardDirectory } from '../../functions/core/dynamodb/shards.ts';
import type { ShardEpochs } from '../../functions/core/write-shards.ts';

/** Where every business has these epochs. */
export const spreadBy = (epochs: ShardEpochs): ShardDirectory => ({
  know: () => undefined,
  of: async () => epochs,
});
