import { Tabs } from '@base-ui/react/tabs';
import type { ReactNode } from 'react';
import './line-tabs.css';

export interface LineTab {
  readonly value: string;
  readonly title: string;
  /** A count, or what is missing. */
  readonly count?: number | string;
  /** The tab needs attention. */
  readonly isBad?: boolean;
  readonly content: ReactNode;
}

export interface LineTabsProps {
  readonly label: string;
  readonly value: string;
  readonly tabs: readonly LineTab[];
  readonly onChange: (value: string) => void;
  /** Beside the names. */
  readonly note?: ReactNode;
}

/** Tabs for views of the same data; arrow keys move. */
export function LineTabs({ label, value, tabs, onChange, note }: LineTabsProps) {
  return (
    <Tabs.Root className="card" value={value} onValueChange={(chosen) => onChange(String(chosen))}>
      <div className="card-head tabs-head">
        <Tabs.List className="tabs" aria-label={label}>
          {tabs.map(({ value: name, title, count, isBad }) => (
            <Tabs.Tab key={name} value={name} className="tab">
              {title} {count !== undefined && <span className={isBad === true ? 'n bad' : 'n'}>{count}</span>}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {note !== undefined && <span className="end small dim hide-phone">{note}</span>}
      </div>
      {tabs.map(({ value: name, content }) => (
        <Tabs.Panel key={name} value={name} className="tab-panel">
          {content}
        </Tabs.Panel>
      ))}
    </Tabs.Root>
  );
}
