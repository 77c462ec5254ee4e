import type { ReactNode } from 'react';
import { Tab, TabList, TabPanel, Tabs as Whole } from 'react-aria-components/Tabs';

/** Parts of a page, of which one is shown. */
export const Tabs = <Id extends string>(props: {
  readonly label: string;
  readonly names: Readonly<Record<Id, string>>;
  /** The one that the address names; otherwise the first is shown until another is chosen. */
  readonly chosen?: Id;
  readonly onChoose?: (id: Id) => void;
  readonly children: (id: Id) => ReactNode;
}) => {
  const { label, names, chosen, onChoose, children } = props;
  const ids = Object.keys(names) as Id[];
  return (
    <Whole
      {...(chosen !== undefined && { selectedKey: chosen })}
      onSelectionChange={(id) => onChoose?.(id as Id)}
    >
      <TabList aria-label={label} className="tabs">
        {ids.map((id) => (
          <Tab key={id} id={id} className="tab">
            {names[id]}
          </Tab>
        ))}
      </TabList>
      {ids.map((id) => (
        <TabPanel key={id} id={id} className="tab-panel">
          {children(id)}
        </TabPanel>
      ))}
    </Whole>
  );
};
