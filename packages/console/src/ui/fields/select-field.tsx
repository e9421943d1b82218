import { ChevronDown } from 'lucide-react';
import type { ReactNode } from 'react';
import { ChoiceMenu } from '../choice-menu.tsx';

export interface SelectOption {
  readonly value: string;
  readonly title: string;
}

export interface SelectFieldProps {
  readonly label: string;
  readonly value: string;
  readonly options: readonly SelectOption[];
  readonly onChange: (value: string) => void;
  readonly hint?: ReactNode;
}

/** A labelled select; the button shows the current choice. */
export function SelectField({ label, value, options, onChange, hint }: SelectFieldProps) {
  const title = options.find((option) => option.value === value)?.title ?? value;
  return (
    <div className="field">
      <span className="label" aria-hidden>
        {label}
      </span>
      <ChoiceMenu
        trigger={
          <button type="button" className="input" aria-label={`${label}: ${title}`}>
            <span className="cut">{title}</span>
            <ChevronDown className="i end" aria-hidden />
          </button>
        }
        groups={[{ value, choices: options, onChange }]}
      />
      {hint !== undefined && <span className="hint">{hint}</span>}
    </div>
  );
}
