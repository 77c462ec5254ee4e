import { verificationStatuses } from '../../../../functions/identity/verifications/states.ts';
import { t } from '../../texts/texts.ts';
import { words } from '../../texts/words.ts';
import { customerFilter, listOf } from '../../ui/filters.tsx';
import { Go } from '../../ui/links.tsx';
import { customerColumn, statusColumn } from '../../ui/list-table.tsx';
import { Time } from '../../ui/values.tsx';

const changing_ms = 3_000;

/** Every verification of the business, and those of one customer. */
export const { Component, Table: VerificationTable } = listOf({
  title: t.all.verifications,
  route: 'verifications.list-all',
  filters: [{ name: 'status', label: t.all.status, options: verificationStatuses }, customerFilter],
  follow: (items) => (items.some(({ status }) => status === 'processing') ? changing_ms : false),
  empty: t.verifications.noVerificationsYet,
  columns: [
    {
      name: t.all.level,
      cell: ({ id, level }) => <Go to={`/verifications/${id}`}>{words(level)}</Go>,
      width: 120,
    },
    statusColumn,
    {
      name: t.all.reason,
      cell: ({ last_error: error }) => error && t.verificationErrors[error.code],
      width: 240,
    },
    customerColumn,
    { name: t.all.submitted, cell: ({ submitted_at }) => <Time at={submitted_at} /> },
    { name: t.all.decided, cell: ({ decided_at }) => <Time at={decided_at} /> },
  ],
});
