import { createRoot } from 'react-dom/client';
import { createPageApi } from './api.ts';
import { App } from './app.tsx';
import { isMonthFirst } from './days.ts';
import '../../dashboard/src/styles/fonts.css';
import '../../dashboard/src/styles/tokens.css';
import './onboarding.css';
import { languageOf, textsOf } from './texts/language.ts';
import { takeToken } from './token.ts';

const language = languageOf(navigator.languages ?? [navigator.language]);
const texts = textsOf(language);
const dates = { language, monthFirst: isMonthFirst(navigator.language) };
document.documentElement.lang = language;
document.title = texts.title;

// Another link in the same tab changes what stands behind `#` alone, which loads nothing by itself.
addEventListener('hashchange', () => location.reload());

const token = takeToken(window);
const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <App api={token === null ? null : createPageApi(token)} {...{ texts, language, dates }} />,
  );
