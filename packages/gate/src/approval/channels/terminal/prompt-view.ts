import { definedFields } from '@permesso/engine/call';
import {
  columnsOf,
  fitLine,
  flow,
  requestTitle,
  type ScreenLine,
  type TextRow,
  visible,
} from '@permesso/protocol/text';
import { promptContent } from './prompt-content.ts';
import type { PromptContext } from './prompt-context.ts';
import type { PromptState } from './prompt-state.ts';
import { footerLines } from './prompt-footer.ts';
import { cursorMark } from './cursor-mark.ts';

export interface Size {
  readonly columns: number;
  readonly rows: number;
}

/** What is on screen, and the cursor position in the text being typed. */
export interface Screen {
  readonly rows: readonly TextRow[];
  readonly cursor?: { readonly row: number; readonly column: number };
}

interface Layout {
  readonly head: readonly TextRow[];
  readonly body: readonly TextRow[];
  /** The first row of each line of the body, and one past the last. */
  readonly starts: readonly number[];
  readonly foot: readonly TextRow[];
  /** Rows of the body on screen; 0 if the window is too small to answer in. */
  readonly page: number;
}

export function layOut(state: PromptState, context: PromptContext, { columns, rows }: Size): Layout {
  const width = Math.max(columns, 12);
  const head = headLines(context).flatMap((line) => fitLine(line, width));
  const foot = footerLines(state, context, width);
  const body: TextRow[] = [];
  const starts: number[] = [];
  for (const line of promptContent(context.request)) {
    starts.push(body.length);
    body.push(...fitLine(line, width));
  }
  starts.push(body.length);
  // One more row shows the position in the text.
  const page = rows - head.length - foot.length - 1;
  return { head, body, starts, foot, page: page >= 2 && columns >= 24 ? page : 0 };
}

/** Records what is on screen now. Lines seen at another width still count as seen. */
export function lookAt(state: PromptState, context: PromptContext, size: Size): PromptState {
  const { body, starts, page } = layOut(state, context, size);
  if (page === 0) return { ...state, seenAll: false };
  const resized = state.width !== size.columns;
  const seenBefore = resized ? (starts[state.seenLines] ?? 0) : state.seenRows;
  const top = Math.min(state.top, Math.max(0, body.length - page));
  const seenRows = top <= seenBefore ? Math.max(seenBefore, Math.min(top + page, body.length)) : seenBefore;
  const seenLines = starts.filter((start) => start > 0 && start <= seenRows).length;
  return { ...state, top, seenRows, seenLines, seenAll: seenRows >= body.length, width: size.columns };
}

export function drawPrompt(state: PromptState, context: PromptContext, size: Size): Screen {
  const { head, body, foot, page } = layOut(state, context, size);
  if (page === 0) return { rows: tooSmall(size) };
  const shown = body.slice(state.top, state.top + page);
  const filled = [...shown, ...Array.from({ length: page - shown.length }, (): TextRow => ({ text: '' }))];
  const rows = [
    ...head,
    ...filled,
    { text: divider(state, { page, rows: body.length }, size), style: 'dim' as const },
    ...foot,
  ];
  const cursor = cursorIn(foot, rows.length - foot.length);
  return { rows: rows.map(withoutMark), ...definedFields({ cursor }) };
}

function headLines({ request, place, where }: PromptContext): readonly ScreenLine[] {
  const { call, decision } = request;
  const number = place.of > 1 ? `  (${place.at} of ${place.of})` : '';
  const agent = call.agent === undefined ? '' : `agent ${call.agent.name}, `;
  return [
    { text: `${requestTitle(request)}${number}`, style: 'strong' },
    {
      text: `${agent}${where === undefined ? '' : `in ${where}, `}mode ${decision.receipt.mode.used}`,
      style: 'dim',
    },
  ];
}

function divider(state: PromptState, body: { page: number; rows: number }, { columns }: Size): string {
  const last = Math.min(state.top + body.page, body.rows);
  const place = body.rows <= body.page ? '' : ` rows ${state.top + 1}-${last} of ${body.rows} `;
  return `--${place}`.padEnd(columns, '-').slice(0, columns);
}

function cursorIn(foot: readonly TextRow[], offset: number): Screen['cursor'] {
  const row = foot.findIndex(({ text }) => text.includes(cursorMark));
  const before = foot[row]?.text.split(cursorMark)[0];
  return before === undefined ? undefined : { row: offset + row, column: columnsOf(before) };
}

function withoutMark({ text, ...rest }: TextRow): TextRow {
  return { text: text.replaceAll(cursorMark, ''), ...rest };
}

function tooSmall({ columns, rows }: Size): readonly TextRow[] {
  const texts = [
    'An approval request is waiting.',
    'Make the window larger to read it.',
    'Ctrl-C denies it.',
  ];
  return texts
    .flatMap((text) => flow([visible(text)], Math.max(columns, 12)))
    .slice(0, rows)
    .map((text) => ({ text }));
}
