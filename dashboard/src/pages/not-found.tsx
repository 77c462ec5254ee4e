import { sentence, t } from '../texts/texts.ts';
import { Page } from '../ui/page.tsx';
import { Go } from '../ui/values.tsx';

/** Shown for an unknown address. */
export const Component = () => (
  <Page title={t.notFound.pageNotFound}>
    <p>{sentence(t.notFound.thisPageDoesNot, { link: <Go to="/home">{t.notFound.home}</Go> })}</p>
  </Page>
);
