import { targets } from './targets.ts';

interface TargetSelectProps {
  readonly label: string;
  readonly to: string;
  readonly onChange: (to: string) => void;
}

/** Whose file it goes into. */
export function TargetSelect({ label, to, onChange }: TargetSelectProps) {
  return (
    <label>
      {label}{' '}
      <select value={to} onChange={(event) => onChange(event.currentTarget.value)}>
        {targets.map((target) => (
          <option key={target.to} value={target.to}>
            {target.words}
          </option>
        ))}
      </select>
    </label>
  );
}
