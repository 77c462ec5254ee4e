import { useWebhooks } from '../api/use-read.ts';
import { Go } from './values.tsx';

/** A webhook by its description or its whole URL. Until these are read by the URL given: its path is masked, so many look alike. */
export const WebhookLink = (props: {
  readonly id: string;
  readonly url: string;
  /** Where it leads, if not to the webhook. */
  readonly to?: string;
}) => {
  const { id, url, to = `/webhooks/${id}` } = props;
  const webhook = useWebhooks().data?.data.find((one) => one.id === id);
  return (
    <span className="wrap-anywhere">
      <Go to={to}>{webhook?.description || (webhook?.url ?? url)}</Go>
    </span>
  );
};
