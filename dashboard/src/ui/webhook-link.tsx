import { useWebhooks } from '../api/use-read.ts';
import { Go } from './values.tsx';

/** A webhook by its description or its whole URL. Until these are read by the URL given: its path is masked, so many look alike. */
export const WebhookLink = ({ id, url }: { readonly id: string; readonly url: string }) => {
  const webhook = useWebhooks().data?.data.find((one) => one.id === id);
  return (
    <span className="wrap-anywhere">
      <Go to={`/webhooks/${id}`}>{webhook?.description || (webhook?.url ?? url)}</Go>
    </span>
  );
};
