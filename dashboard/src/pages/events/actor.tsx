import type { Event } from '../../api/objects.ts';
import { useRead } from '../../api/use-read.ts';

type ActorOf = { readonly actor: Event['causation']['actor'] };

/** Who caused an event: an API key by its name, a member, the platform, or the system by itself. */
export const Actor = ({ actor: { type, id } }: ActorOf) => {
  if (type === 'api_key') return <KeyName id={id} />;
  if (type === 'system') return 'System';
  return id.startsWith('opr_') ? `Member ${id}` : 'Platform';
};

/** The keys are read once for all rows; a key that is not among them is shown by its id. */
const KeyName = ({ id }: { readonly id: string }) => {
  const { data } = useRead({
    key: ['api-keys', 'current'],
    read: (api, signal) => api.apiKeys.list({ query: { limit: 100 }, signal }),
  });
  const key = data?.data.find((one) => one.id === id);
  return `API key “${key?.name ?? key?.masked ?? id}”`;
};
