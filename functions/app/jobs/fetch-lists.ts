import { alarmingEvents } from '../../core/jobs/alarming-events.ts';
import { clock } from '../../core/jobs/batch.ts';
import { logEvent } from '../../core/logging.ts';
import { webhookTargets } from '../../delivery/webhooks/targets.ts';
import type { ListAddresses } from '../../identity/screeners/lists/addresses.ts';
import { downloader } from '../../identity/screeners/lists/download.ts';
import { isCurrent, refreshLists } from '../../identity/screeners/lists/refresh.ts';
import { listStore } from '../../identity/screeners/lists/store.ts';

const store = listStore();
const download = downloader(webhookTargets());
const addresses: ListAddresses = JSON.parse(process.env.LIST_ADDRESSES ?? '{}');

/** Each quarter of an hour: fetches the lists that are a day old or have not come, and says whether all are current. */
export const handler = async (): Promise<void> => {
  const now = clock.now();
  const pointer = await refreshLists({ store, download, addresses, now });
  if (isCurrent(pointer, now))
    logEvent('info', alarmingEvents.listsCurrent, { version: pointer?.version });
  else logEvent('warn', 'lists_outdated', { ...pointer });
};
