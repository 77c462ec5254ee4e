import { useWebhooks } from '../api/use-read.ts';
import { Go } from './values.tsx';

/** A webhook by its description or its whole URL; where these cannot be read by the URL given, whose path is masked. */
export const WebhookLink = (props: {
  readonly id: string;
  readonly url: string;
  /** Where it leads, if not to the webhook. */
  readonly to?: string;
}) => {
  const { id, url, to = `/webhooks/${id}` } = props;
  const { data, isPending } = useWebhooks();
  const webhook = data?.data.find((one) => one.id === id);
  return (
    <span className="wrap-anywhere">
      <Go to={to}>{isPending ? '…' : webhook?.description || (webhook?.url ?? url)}</Go>
    </span>
  );
};
