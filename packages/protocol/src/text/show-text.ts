import { definedFields } from '@permesso/engine/call';
import { printable } from '@permesso/engine/decision';

/** A line before it is fitted to a window. */
export interface ScreenLine {
  readonly text: string;
  readonly style?: Style;
  /** The prefix of each of its rows, so that no text can pass for something the prompt itself says. */
  readonly mark?: string;
  /** Shown beside the text if there is room for both, otherwise below it. */
  readonly aside?: { readonly text: string; readonly from: number };
}

export type Style = 'strong' | 'dim' | 'warning';

export interface TextRow {
  readonly text: string;
  readonly style?: Style;
}

/**
 * Makes text look like what it is: control characters, bidirectional marks, unusual spaces, private and unassigned characters
 * and stacked accents are spelled out.
 */
export function visible(text: string): string {
  return printable(text)
    .replaceAll(/[\p{Co}\p{Cn}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/gu, spelled)
    .replaceAll(/(^|[^\p{L}\p{M}\p{N}]|\p{M}{2})(\p{M}+)/gu, (_all, before: string, marks: string) => {
      return `${before}${marks.replaceAll(/./gu, spelled)}`;
    });
}

function spelled(character: string): string {
  return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

/** What a person should know about a text before reading it. */
export function warningsAbout(text: string): readonly string[] {
  // A line break and a tab are ordinary in a command.
  const plain = text.replaceAll(/[\n\t]/g, ' ');
  const warnings: string[] = [];
  if (visible(plain) !== plain)
    warnings.push(
      'Some characters are spelled out, such as \\u{202e}: unseen, they could hide what it does.',
    );
  if (mixesScripts(plain)) warnings.push('A word mixes letters of different alphabets that look alike.');
  return warnings;
}

// A function, because compiling these classes costs a process milliseconds, and most never show a prompt.
const mixesScripts = (text: string): boolean =>
  /\p{Script=Latin}[\w.-]{0,40}[\p{Script=Cyrillic}\p{Script=Greek}]|[\p{Script=Cyrillic}\p{Script=Greek}][\w.-]{0,40}\p{Script=Latin}/u.test(
    text,
  );

/** An upper bound in columns, whatever the terminal thinks of a character: one outside ASCII may take two. */
export function columnsOf(text: string): number {
  let columns = 0;
  for (const character of text) columns += (character.codePointAt(0) ?? 0) < 0x80 ? 1 : 2;
  return columns;
}

/** Breaks at a space in the last part of the row if there is one, otherwise anywhere. Nothing is cut off. */
export function fitLine(line: ScreenLine, width: number): readonly TextRow[] {
  const { aside, ...rest } = line;
  if (aside === undefined) return fitText(rest, width);
  const { mark = '', text } = line;
  const beside = `${visible(text).padEnd(aside.from)}  ${visible(aside.text)}`;
  if (columnsOf(mark) + columnsOf(beside) <= width) return fitText({ ...rest, text: beside }, width);
  const below: ScreenLine = { text: aside.text, mark: ' '.repeat(mark.length), style: 'dim' };
  return [...fitText(rest, width), ...fitText(below, width)];
}

function fitText({ text, style, mark = '' }: ScreenLine, width: number): readonly TextRow[] {
  const room = Math.max(width - columnsOf(mark), 8);
  const rows: TextRow[] = [];
  let rest = visible(text);
  // A bar precedes every row of a call's text; the mark of a list item appears only once.
  const later = mark.includes('|') ? mark : ' '.repeat(mark.length);
  do {
    const cut = cutAt(rest, room);
    const before = rows.length === 0 ? mark : later;
    rows.push({ text: `${before}${rest.slice(0, cut)}`, ...definedFields({ style }) });
    rest = rest.slice(cut);
  } while (rest !== '');
  return rows;
}

function cutAt(text: string, room: number): number {
  let columns = 0;
  let index = 0;
  let blank = 0;
  for (const character of text) {
    columns += columnsOf(character);
    if (columns > room) return blank > index / 2 ? blank : Math.max(index, character.length);
    index += character.length;
    if (character === ' ') blank = index;
  }
  return text.length;
}

/** Puts short pieces side by side, as many as fit; none is broken unless it is too long on its own. */
export function flow(pieces: readonly string[], width: number): readonly string[] {
  const rows: string[] = [];
  for (const piece of pieces) {
    const last = rows.at(-1);
    const joined = last === undefined ? piece : `${last}  ${piece}`;
    if (last !== undefined && columnsOf(joined) <= width) rows[rows.length - 1] = joined;
    else rows.push(...fitLine({ text: piece }, width).map(({ text }) => text));
  }
  return rows;
}
