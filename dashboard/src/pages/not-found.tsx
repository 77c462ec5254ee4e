import { Go } from '../ui/go.tsx';
import { Page } from '../ui/page.tsx';

/** An address that leads nowhere. */
export const Component = () => (
  <Page title="No such page">
    The address leads nowhere. Go <Go to="/home">home</Go>, or choose a place in the menu.
  </Page>
);
