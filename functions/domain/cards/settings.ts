import { mergePatch } from '../merge-patch.ts';
import { same } from '../same.ts';
import type { Card, CardMove } from './card.ts';
import { type SpendingControlsInput, spendingControls } from './spending-controls.ts';
import { changeCard } from './versions.ts';

/** What of a card its business may change. */
export type CardSettings = Pick<Card, 'nickname' | 'spending_controls' | 'metadata'>;

/** What a merge patch makes of a card's settings; what it clears takes its default. */
export const patchedSettings = (card: Card, patch: object): CardSettings => {
  const { nickname, spending_controls, metadata } = mergePatch(settingsOf(card), patch) as {
    readonly nickname?: string | null;
    readonly spending_controls?: SpendingControlsInput;
    readonly metadata?: Card['metadata'];
  };
  return {
    nickname: nickname ?? null,
    spending_controls: spendingControls(spending_controls),
    metadata: metadata ?? {},
  };
};

/** The card with other settings; undefined where nothing differs. */
export const changeSettings = (card: Card, settings: CardSettings, now: Date): CardMove | undefined =>
  same(settingsOf(settings), settingsOf(card))
    ? undefined
    : { before: card, after: changeCard(card, settingsOf(settings), now), event: 'card.updated' };

const settingsOf = ({ nickname, spending_controls, metadata }: CardSettings): CardSettings => ({
  nickname,
  spending_controls,
  metadata,
});
