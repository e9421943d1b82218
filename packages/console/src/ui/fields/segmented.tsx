import { useRef, type KeyboardEvent, type ReactNode } from 'react';

export interface Segment<T extends string> {
  readonly value: T;
  readonly title: ReactNode;
  /** The full name, if the title is short. */
  readonly label?: string;
}

export interface SegmentedProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly segments: readonly Segment<T>[];
  readonly onChange: (value: T) => void;
  readonly isWide?: boolean;
}

const steps: Readonly<Record<string, number>> = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 };

/** A choice between a few options: arrow keys move, and the chosen one is raised with a border, not only coloured. */
export function Segmented<T extends string>({ label, value, segments, onChange, isWide }: SegmentedProps<T>) {
  const buttons = useRef<HTMLDivElement>(null);
  const chosen = segments.findIndex((segment) => segment.value === value);
  function move(event: KeyboardEvent): void {
    const step = steps[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const at = (chosen + step + segments.length) % segments.length;
    const next = segments[at];
    if (next === undefined) return;
    onChange(next.value);
    buttons.current?.querySelectorAll('button')[at]?.focus();
  }
  return (
    <div
      ref={buttons}
      role="radiogroup"
      className={`seg ${isWide === true ? 'fill' : ''}`}
      aria-label={label}
      onKeyDown={move}
    >
      {segments.map((segment, at) => (
        <button
          key={segment.value}
          type="button"
          role="radio"
          className="segment"
          aria-checked={at === chosen}
          tabIndex={at === Math.max(chosen, 0) ? 0 : -1}
          onClick={() => onChange(segment.value)}
          {...(at === chosen ? { 'data-checked': '' } : {})}
          {...(segment.label === undefined ? {} : { 'aria-label': segment.label })}
        >
          {segment.title}
        </button>
      ))}
    </div>
  );
}
