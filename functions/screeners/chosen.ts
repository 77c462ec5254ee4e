import { listsScreener } from './lists/screener.ts';
import { listStore } from './lists/store.ts';
import type { Screener, ScreeningSettings } from './screener.ts';
import { simulatedScreener } from './simulator.ts';

/** The screener of this environment (`SCREENING`); undefined where nobody is screened. Once per process. */
export const chosenScreener = (given = process.env.SCREENING): Screener | undefined => {
  if (!given) throw new Error('SCREENING names no screener: this function does not declare that it needs one');
  const settings: ScreeningSettings = JSON.parse(given);
  if (settings.by === 'lists') return listsScreener({ store: listStore(), score_min: settings.score_min });
  return settings.by === 'simulator' ? simulatedScreener : undefined;
};
