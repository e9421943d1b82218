import { definedFields } from '@permesso/engine/call';
import type { Approval } from '@permesso/protocol/approval';
import { columnsOf, fitLine, requestTitle, type TextRow, visible } from '@permesso/protocol/text';
import type { Size } from './prompt-view.ts';

/** The pending requests, and which one is selected. */
export interface WatchState {
  readonly waiting: readonly Approval[];
  /** By id, because the list changes while the person moves. */
  readonly chosen?: string;
  /** The outcome of the last one. */
  readonly notice?: string;
}

/** Updates the list; the selection stays while its request is pending. */
export function withWaiting(state: WatchState, waiting: readonly Approval[]): WatchState {
  const { chosen: _before, ...rest } = state;
  const oldest = waiting.toSorted((a, b) => a.askedAt - b.askedAt);
  const chosen = oldest.find(({ id }) => id === state.chosen)?.id ?? oldest[0]?.id;
  return { ...rest, waiting: oldest, ...definedFields({ chosen }) };
}

export function moveChoice(state: WatchState, by: number): WatchState {
  const { waiting } = state;
  const at = waiting.findIndex(({ id }) => id === state.chosen);
  const next = waiting[Math.min(Math.max(at + by, 0), waiting.length - 1)];
  return next === undefined ? state : { ...state, chosen: next.id };
}

/** One row per request, as many as fit around the selected one. */
export function drawWatch(state: WatchState, { columns, rows }: Size, now: number): readonly TextRow[] {
  const width = Math.max(columns, 12);
  const foot = [
    ...(state.notice === undefined ? [] : fitLine({ text: state.notice, style: 'dim' }, width)),
    ...fitLine({ text: 'up/down choose  Enter read and answer  q leave' }, width),
  ];
  const head: readonly TextRow[] = [
    ...fitLine({ text: headline(state.waiting.length), style: 'strong' }, width),
  ];
  const room = Math.max(1, rows - head.length - foot.length - 3);
  const at = Math.max(
    0,
    state.waiting.findIndex(({ id }) => id === state.chosen),
  );
  const first = Math.max(0, Math.min(at - room + 1, state.waiting.length - room));
  const shown = state.waiting.slice(Math.max(first, 0), Math.max(first, 0) + room);
  const list = shown.map((one): TextRow => {
    const isChosen = one.id === state.chosen;
    const text = clip(`${isChosen ? '>' : ' '} ${describeApproval(one, now)}`, width);
    return isChosen ? { text, style: 'strong' } : { text };
  });
  const filled = Array.from({ length: room - list.length }, (): TextRow => ({ text: '' }));
  return [...head, { text: '' }, ...list, ...filled, { text: '' }, ...foot].slice(0, rows);
}

function headline(count: number): string {
  if (count === 0) return 'No pending approval requests. New ones appear here.';
  return count === 1 ? '1 approval request is pending.' : `${count} approval requests are pending.`;
}

/** The call comes first: a narrow window cuts off the rest, and Enter shows all of it. */
function describeApproval({ request, askedAt, expiresAt }: Approval, now: number): string {
  const left = expiresAt === undefined ? '' : `, ${seconds(expiresAt - now)} left`;
  return `${requestTitle(request)}  (${seconds(now - askedAt)} ago${left})`;
}

function seconds(milliseconds: number): string {
  const whole = Math.max(0, Math.round(milliseconds / 1000));
  return whole < 120 ? `${whole} s` : `${Math.round(whole / 60)} min`;
}

function clip(text: string, width: number): string {
  const shown = visible(text);
  if (columnsOf(shown) <= width) return shown;
  let kept = '';
  for (const character of shown) {
    if (columnsOf(kept) + columnsOf(character) > width - 3) break;
    kept += character;
  }
  return `${kept}...`;
}
