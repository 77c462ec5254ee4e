import type { Screener, ScreeningSettings } from './screener.ts';
import { simulatedScreener } from './simulator.ts';

/** The screener of this environment (`SCREENING`); undefined where nobody is screened. Once per process. */
export const chosenScreener = (given = process.env.SCREENING): Screener | undefined => {
  if (!given)
    throw new Error(
      'SCREENING names no screener: this function does not declare that it needs one',
    );
  const settings: ScreeningSettings = JSON.parse(given);
  if (settings.by === 'lists') return whenAsked(() => searching(settings.score_min));
  if (settings.by === 'yente')
    return whenAsked(async () => (await import('./yente.ts')).yenteScreener(settings));
  return settings.by === 'simulator' ? simulatedScreener : undefined;
};

const searching = async (score_min: number): Promise<Screener> => {
  const { listsScreener } = await import('./lists/screener.ts');
  const { listStore } = await import('./lists/store.ts');
  return listsScreener({ store: listStore(), score_min });
};

/** A screener that is loaded with the first question: clients and tables of letters that other environments never need. */
const whenAsked = (load: () => Promise<Screener>): Screener => {
  let loaded: Promise<Screener> | undefined;
  const screener = () => {
    loaded ??= load();
    return loaded;
  };
  return {
    version: async () => (await screener()).version(),
    screen: async (subject) => (await screener()).screen(subject),
  };
};
