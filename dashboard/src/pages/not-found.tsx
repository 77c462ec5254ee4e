import { sentence, t } from '../texts/texts.ts';
import { Go } from '../ui/links.tsx';
import { Page } from '../ui/page.tsx';

/** Shown for an unknown address. */
export const Component = () => (
  <Page title={t.notFound.pageNotFound}>
    <p>{sentence(t.notFound.thisPageDoesNot, { link: <Go to="/home">{t.notFound.home}</Go> })}</p>
  </Page>
);
