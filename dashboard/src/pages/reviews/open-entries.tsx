import Alert from '@cloudscape-design/components/alert';
import { useRead } from '../../api/use-read.ts';
import { Loaded } from '../../ui/page.tsx';
import { Go } from '../../ui/values.tsx';

/** What stands against approving a customer: the screenings of it and its persons that are open or confirmed. */
export const OpenEntries = ({ customerId: customer_id }: { readonly customerId: string }) => {
  const query = useRead({
    key: ['screenings', customer_id],
    read: (api, signal) => api.screenings.list({ query: { customer_id, limit: 100 }, signal }),
  });
  return (
    <Loaded query={query}>
      {({ data }) => {
        const against = data.filter(({ status }) => status !== 'clear');
        if (against.length === 0) return null;
        return (
          <Alert type="warning" header="Approving waits for a decision about entries of sanctions lists">
            <ul className="plain-list">
              {against.map(({ id, matches, open_count, status }) => (
                <li key={id}>
                  <Go to={`/screenings/${id}`}>{matches.map(({ name }) => name).join(', ') || id}</Go>:{' '}
                  {status === 'confirmed' ? 'confirmed' : `${open_count} open`}
                </li>
              ))}
            </ul>
          </Alert>
        );
      }}
    </Loaded>
  );
};
