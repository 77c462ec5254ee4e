import { Page } from '../ui/page.tsx';
import { Go } from '../ui/values.tsx';

/** Shown for an unknown address. */
export const Component = () => (
  <Page title="Page not found">
    This page does not exist. Go <Go to="/home">home</Go> or choose a page in the menu.
  </Page>
);
