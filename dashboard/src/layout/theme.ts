import { applyMode, Mode } from '@cloudscape-design/global-styles';
import { remember, remembered } from '../storage.ts';

/** The choices; `system` follows the operating system. */
export const themes = ['system', 'light', 'dark'] as const;
export type Theme = (typeof themes)[number];

const storageKey = 'dashboard.theme';
const dark = matchMedia('(prefers-color-scheme: dark)');

/** The theme that the person chose. */
export const chosenTheme = (): Theme =>
  themes.find((one) => one === remembered(storageKey)) ?? 'system';

/** Applies the chosen theme, and follows the operating system where none is chosen. */
export const startTheme = (): void => {
  dark.addEventListener('change', apply);
  apply();
};

const apply = () => {
  const theme = chosenTheme();
  const isDark = theme === 'dark' || (theme === 'system' && dark.matches);
  applyMode(isDark ? Mode.Dark : Mode.Light);
  document.documentElement.style.colorScheme = isDark ? 'dark' : 'light';
};

/** Keeps another theme and applies it. */
export const chooseTheme = (theme: Theme) => {
  remember(storageKey, theme);
  apply();
};
