import { Plus, X } from 'lucide-react';
import { useId } from 'react';
import type { QuietHours, QuietWindow } from '@permesso/protocol/console';
import { quietTexts as texts } from './texts.ts';
import { Button } from '../../ui/button.tsx';
import { SegmentedField } from '../../ui/fields/segmented-field.tsx';
import { TextField } from '../../ui/fields/text-field.tsx';

const mostWindows = 4;

export interface QuietFieldsProps {
  readonly hours: QuietHours;
  readonly onChange: (hours: QuietHours) => void;
}

/** Days, times, time zone, and exceptions. */
export function QuietFields({ hours, onChange }: QuietFieldsProps) {
  const zones = useId();
  const { windows, zone, letsEscalated } = hours;
  const setWindow = (at: number, window: QuietWindow | undefined): void =>
    onChange({ ...hours, windows: windows.flatMap((each, place) => (place === at ? (window ?? []) : each)) });
  return (
    <div className="quiet-fields">
      {windows.map((window, at) => (
        <WindowFields
          // Windows have no id, and are only appended.
          key={at}
          window={window}
          onChange={(changed) => setWindow(at, changed)}
          {...(windows.length > 1 ? { onRemove: () => setWindow(at, undefined) } : {})}
        />
      ))}
      {windows.length < mostWindows && (
        <div>
          <Button
            icon={Plus}
            isSmall
            onClick={() =>
              onChange({ ...hours, windows: [...windows, { days: [6, 7], from: '00:00', to: '00:00' }] })
            }
          >
            {texts.add}
          </Button>
        </div>
      )}
      <TextField
        label={texts.zone}
        value={zone}
        list={zones}
        required
        onChange={(value) => onChange({ ...hours, zone: value })}
      />
      <datalist id={zones}>
        {Intl.supportedValuesOf('timeZone').map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      <SegmentedField
        label={texts.escalated}
        value={letsEscalated ? 'through' : 'held'}
        segments={[
          { value: 'through', title: texts.through },
          { value: 'held', title: texts.held },
        ]}
        onChange={(value) => onChange({ ...hours, letsEscalated: value === 'through' })}
      />
    </div>
  );
}

interface WindowFieldsProps {
  readonly window: QuietWindow;
  readonly onChange: (window: QuietWindow) => void;
  readonly onRemove?: () => void;
}

function WindowFields({ window, onChange, onRemove }: WindowFieldsProps) {
  const { days, from, to } = window;
  const toggle = (day: number): void =>
    onChange({ ...window, days: days.includes(day) ? days.filter((each) => each !== day) : [...days, day] });
  const note = from === to ? texts.wholeDay : to < from ? texts.nextDay : undefined;
  return (
    <fieldset className="quiet-window">
      <legend className="label">{texts.days}</legend>
      <div className="day-row">
        {texts.dayShort.map((short, at) => (
          <button
            key={short}
            type="button"
            className="day"
            aria-pressed={days.includes(at + 1)}
            title={texts.dayNames[at]}
            onClick={() => toggle(at + 1)}
          >
            {short}
          </button>
        ))}
        {onRemove !== undefined && (
          <Button kind="ghost" isIcon className="end" aria-label={texts.remove} onClick={onRemove}>
            <X className="i" aria-hidden />
          </Button>
        )}
      </div>
      <div className="time-row">
        <TextField
          label={texts.from}
          type="time"
          required
          value={from}
          onChange={(value) => onChange({ ...window, from: value })}
        />
        <TextField
          label={texts.to}
          type="time"
          required
          value={to}
          onChange={(value) => onChange({ ...window, to: value })}
        />
      </div>
      {note !== undefined && <p className="small dim">{note}</p>}
    </fieldset>
  );
}

/** Every window has a day and times. */
export function isComplete({ windows, zone }: QuietHours): boolean {
  return (
    zone.trim() !== '' && windows.every(({ days, from, to }) => days.length > 0 && from !== '' && to !== '')
  );
}
