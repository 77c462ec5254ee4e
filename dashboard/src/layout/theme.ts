import { remember, remembered } from '../storage.ts';

/** The choices; `system` follows the operating system. */
export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const storageKey = 'dashboard.theme';

/** The theme that the person chose. */
export const chosenTheme = (): Theme =>
  themes.find((one) => one === remembered(storageKey)) ?? 'system';

/** Applies the chosen theme; the browser follows the operating system where none is chosen. */
export const applyTheme = (): void => {
  const theme = chosenTheme();
  document.documentElement.style.colorScheme = theme === 'system' ? 'light dark' : theme;
};

/** Keeps another theme and applies it. */
export const chooseTheme = (theme: Theme) => {
  remember(storageKey, theme);
  applyTheme();
};
