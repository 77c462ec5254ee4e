import { cardNumbers } from './card-numbers.ts';
import { controls } from './controls.ts';
import { data } from './data.ts';
import { processors } from './processors.ts';
import type { EvidencePage } from './rows.ts';
import { threats } from './threats.ts';
import { threatsOfEvents } from './threats-of-events.ts';

/** The pages of docs/evidence. */
export const evidencePages: readonly EvidencePage[] = [
  cardNumbers,
  controls,
  data,
  threats,
  threatsOfEvents,
  processors,
];
