import { Search } from 'lucide-react';
import type { RefObject } from 'react';

export interface FindFieldProps {
  readonly label: string;
  /** The label when absent. */
  readonly placeholder?: string;
  readonly value: string;
  readonly field: RefObject<HTMLInputElement | null>;
  readonly onChange: (value: string) => void;
}

/** Searches a list. `/` focuses it. */
export function FindField({ label, placeholder = label, value, field, onChange }: FindFieldProps) {
  return (
    <label className="input find">
      <Search className="i" aria-hidden />
      <input
        ref={field}
        aria-label={label}
        placeholder={placeholder}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
      <kbd className="end">/</kbd>
    </label>
  );
}
