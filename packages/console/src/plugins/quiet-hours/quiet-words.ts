import type { QuietHours } from '@permesso/protocol/console';
import { visible } from '@permesso/protocol/text';
import { quietTexts as texts } from './texts.ts';

/** `Mon to Fri, 22:00 to 07:00`, one text per window. */
export function windowTexts({ windows }: QuietHours): readonly string[] {
  return windows.map(({ days, from, to }) =>
    from === '00:00' && to === from
      ? texts.allDay(daysText(days))
      : texts.windows(daysText(days), visible(from), visible(to)),
  );
}

function daysText(days: readonly number[]): string {
  const sorted = [...new Set(days)].toSorted((a, b) => a - b);
  const name = (day: number | undefined): string => texts.dayShort[(day ?? 1) - 1] ?? '';
  if (sorted.length === 7) return texts.everyDay;
  const [first, last] = [sorted[0], sorted.at(-1)];
  const isRange = sorted.length > 2 && (last ?? 0) - (first ?? 0) === sorted.length - 1;
  return isRange ? texts.range(name(first), name(last)) : sorted.map(name).join(', ');
}

/** At night, in this browser's time zone. */
export function usualHours(): QuietHours {
  return {
    windows: [{ days: [1, 2, 3, 4, 5, 6, 7], from: '22:00', to: '07:00' }],
    zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
    letsEscalated: true,
  };
}
