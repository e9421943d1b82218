import type { ReactNode } from 'react';
import { Segmented, type SegmentedProps } from './segmented.tsx';

/** A labelled choice between a few options. */
export function SegmentedField<T extends string>({
  hint,
  ...segmented
}: Omit<SegmentedProps<T>, 'isWide'> & { readonly hint?: ReactNode }) {
  return (
    <div className="field">
      <span className="label" aria-hidden>
        {segmented.label}
      </span>
      <Segmented {...segmented} isWide />
      {hint !== undefined && <span className="hint">{hint}</span>}
    </div>
  );
}
