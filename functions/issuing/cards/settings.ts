import { deepEqual, mergePatch } from '../../core/json.ts';
import type { Card, CardTransition } from './model.ts';
import { type SpendingControlsInput, spendingControls } from './spending.ts';
import { changeCard } from './transitions.ts';

/** The members of a card that its business may change. */
export type CardSettings = Pick<Card, 'nickname' | 'spending_controls' | 'metadata'>;

/** The members as a business sends them: one that is left out or null takes its default. */
export type CardSettingsInput = {
  readonly [field in Exclude<keyof CardSettings, 'spending_controls'>]?:
    | CardSettings[field]
    | null
    | undefined;
} & {
  readonly spending_controls?: SpendingControlsInput | null | undefined;
};

/** The settings of an input, with defaults. */
export const settingsFrom = (
  { nickname, spending_controls, metadata }: CardSettingsInput,
  currency: string,
): CardSettings => ({
  nickname: nickname ?? null,
  spending_controls: spendingControls(spending_controls, currency),
  metadata: metadata ?? {},
});

/** A card's settings after a merge patch; a member that it clears takes its default. */
export const patchedSettings = (card: Card, patch: object): CardSettings =>
  settingsFrom(
    mergePatch(settingsFrom(card, card.currency), patch) as CardSettingsInput,
    card.currency,
  );

/** The card with other settings; undefined where nothing differs. */
export const changeSettings = (
  card: Card,
  settings: CardSettings,
  now: Date,
): CardTransition | undefined =>
  deepEqual(settings, settingsFrom(card, card.currency))
    ? undefined
    : { before: card, after: changeCard(card, settings, now), event: 'card.updated' };
