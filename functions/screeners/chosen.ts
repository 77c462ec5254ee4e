import type { Screener } from './screener.ts';
import { simulatedScreener } from './simulator.ts';

/** The screener of this environment (`SCREENING`); undefined where nobody is screened. Once per process. */
export const chosenScreener = (name = process.env.SCREENING): Screener | undefined => {
  if (name === 'none') return undefined;
  if (name === 'simulator') return simulatedScreener;
  throw new Error('SCREENING names no screener: this function does not declare that it needs one');
};
