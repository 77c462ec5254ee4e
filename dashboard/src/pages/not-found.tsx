import { Go } from '../ui/go.tsx';
import { Page } from '../ui/page.tsx';

/** An address that leads nowhere. */
export const Component = () => (
  <Page title="Page not found">
    This page does not exist. Go <Go to="/home">home</Go> or choose a page in the menu.
  </Page>
);
