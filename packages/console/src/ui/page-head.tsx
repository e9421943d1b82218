import type { ReactNode } from 'react';

export interface PageHeadProps {
  readonly title: string;
  /** Beside the title: the page's subject, in numbers. */
  readonly sub?: ReactNode;
  /** Actions on the whole page. */
  readonly end?: ReactNode;
}

export function PageHead({ title, sub, end }: PageHeadProps) {
  return (
    <div className="page-head">
      <h1>{title}</h1>
      {sub !== undefined && <span className="sub">{sub}</span>}
      {end !== undefined && <div className="end">{end}</div>}
    </div>
  );
}
