import { type ComponentProps, type ComponentType, lazy, Suspense } from 'react';
import type * as bars from './bars.tsx';
import { Loading } from './page.tsx';

const loaded = () => import('./bars.tsx');

/** A chart whose code is loaded with it; its place is as high before. */
const chart = <Props extends object>(load: () => Promise<{ readonly default: ComponentType<Props> }>) => {
  const Lazy = lazy<ComponentType<Props>>(load);
  return (props: Props) => (
    <div className="chart">
      <Suspense fallback={<Loading />}>
        <Lazy {...(props as ComponentProps<typeof Lazy>)} />
      </Suspense>
    </div>
  );
};

export const BarsChart = chart<ComponentProps<typeof bars.Bars>>(() =>
  loaded().then(({ Bars }) => ({ default: Bars })),
);

export const DeliveriesChart = chart<ComponentProps<typeof bars.DeliveryBars>>(() =>
  loaded().then(({ DeliveryBars }) => ({ default: DeliveryBars })),
);
