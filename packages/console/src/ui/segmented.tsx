import { Radio } from '@base-ui/react/radio';
import { RadioGroup } from '@base-ui/react/radio-group';
import type { ReactNode } from 'react';

export interface Segment<T extends string> {
  readonly value: T;
  readonly title: ReactNode;
  /** Where the title is short. */
  readonly label?: string;
}

export interface SegmentedProps<T extends string> {
  readonly label: string;
  readonly value: T;
  readonly segments: readonly Segment<T>[];
  readonly onChange: (value: T) => void;
  readonly isWide?: boolean;
}

/** One of a few: arrows move, the chosen one is raised with a border, not only coloured. */
export function Segmented<T extends string>({ label, value, segments, onChange, isWide }: SegmentedProps<T>) {
  return (
    <RadioGroup
      className={`seg ${isWide === true ? 'fill' : ''}`}
      aria-label={label}
      value={value}
      onValueChange={(chosen) => onChange(chosen)}
    >
      {segments.map((segment) => (
        <Radio.Root
          key={segment.value}
          value={segment.value}
          render={<button type="button" />}
          nativeButton
          className="segment"
          {...(segment.label === undefined ? {} : { 'aria-label': segment.label })}
        >
          {segment.title}
        </Radio.Root>
      ))}
    </RadioGroup>
  );
}
