import type { Api, FiltersOf, Verification } from '../../api/client.ts';
import { words } from '../../texts/words.ts';
import { type Filter, FilteredPage } from '../../ui/filters.tsx';
import { customerColumn, ListTable, type TableOf } from '../../ui/list-table.tsx';
import { Go, Status, Time } from '../../ui/values.tsx';

const filters: readonly Filter[] = [
  { name: 'status', label: 'Status', options: ['requires_input', 'processing', 'verified', 'rejected', 'canceled'] },
  { name: 'customer_id', label: 'Customer ID', placeholder: 'cus_…' },
];

const changing_ms = 3_000;

/** Every verification of the business. */
export const Component = () => <FilteredPage title="Verifications" filters={filters} table={VerificationTable} />;

/** Verifications of a list of the API. */
export const VerificationTable = (props: TableOf<FiltersOf<Api['verifications']['listAll']>>) => (
  <ListTable<Verification>
    {...props}
    title="Verifications"
    read={(api, page, signal) => api.verifications.listAll({ query: { ...props.query, ...page }, signal })}
    follow={(items) => (items.some(({ status }) => status === 'processing') ? changing_ms : false)}
    empty="No verifications yet"
    columns={[
      { name: 'Level', cell: ({ id, level }) => <Go to={`/verifications/${id}`}>{words(level)}</Go>, width: 120 },
      { name: 'Status', cell: ({ status }) => <Status status={status} />, width: 150 },
      { name: 'Reason', cell: ({ last_error }) => last_error?.message ?? '–', width: 240 },
      ...customerColumn<Verification>(props.query),
      { name: 'Submitted', cell: ({ submitted_at }) => <Time at={submitted_at} />, width: 125 },
      { name: 'Decided', cell: ({ decided_at }) => <Time at={decided_at} />, width: 125 },
    ]}
  />
);
