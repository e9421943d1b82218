import { fill } from '../../messages/fill.ts';
import { decisionHeadings } from '../../messages/decision.ts';
import { explanationMessages } from '../../messages/explanation.ts';
import { verdicts } from '../../policy/rules/verdict.ts';
import type { Considered, Explanation } from './explain.ts';
import { fitExplanation, type PrintedPart, type PrintedRule } from './fit-explanation.ts';
import { printable } from '../printable.ts';
import { whenText } from '../../policy/rules/parse-when.ts';
import { behindVerdict, wrap } from '../print-decision.ts';
import type { PartReceipt, RuleReference } from '../receipt.ts';
import { presetOf } from '../receipt-text.ts';

export interface PrintExplanationOptions {
  readonly width?: number;
  /** The maximum number of lines; omitted rules are counted. */
  readonly lines?: number;
  /**
   * Whether a file ships with the program. Of its rules, those that count are shown, and possible matches unless there are
   * many.
   */
  readonly isShipped?: (file: string) => boolean;
  /** How a file is shown, relative to the reader. */
  readonly shownPath?: (file: string) => string;
}

/** Prints each part, what decided it, and each rule with the reason why it does or does not match. */
export function printExplanation(
  { decision, parts }: Explanation,
  {
    width = 80,
    lines: most = 30,
    isShipped = () => false,
    shownPath = (file) => file,
  }: PrintExplanationOptions = {},
): string {
  const { receipt } = decision;
  const short = shortener(parts, shownPath);
  const clip = (lines: readonly string[], to: number): readonly string[] =>
    most === Number.POSITIVE_INFINITY || lines.length <= to
      ? lines
      : [...lines.slice(0, to - 1), `${lines[to - 1] ?? ''} ...`];
  const shaped: Shape = { width, clip, short, isShipped, shownPath };
  const top = [
    `${decision.verdict}${behindVerdict(decision)}  (mode ${receipt.mode.used})`,
    '',
    ...clip(wrap(printable(short(decision.message)), width), 7),
  ];
  const changes = receipt.changes.flatMap((change) => wrap(printable(short(change)), width - 2).map(indent));
  const bottom = changes.length === 0 ? [] : ['', decisionHeadings.changes, ...clip(changes, 6)];
  const middle = parts.map(({ label, gravity, rules }, place): PrintedPart => {
    const judged = receipt.parts[place];
    return {
      rank: verdicts.toReversed().indexOf(judged?.verdict ?? 'allow') * 100 + gravity,
      head: head(label, judged, shaped),
      rules: rowsOf(rules, shaped),
    };
  });
  const room = most - top.length - bottom.length;
  return [...top, ...fitExplanation(middle, { room, width }), ...bottom].join('\n');
}

interface Shape extends Required<Omit<PrintExplanationOptions, 'lines'>> {
  readonly clip: (lines: readonly string[], to: number) => readonly string[];
  /** Shortens the file names in a text. */
  readonly short: (text: string) => string;
}

/** Deciding rules come first: matches before others, and the strictest of each. */
function placeOf({ match, rule: { verdict } }: Considered): number {
  return (match === 'no' ? 3 : 0) + verdicts.toReversed().indexOf(verdict);
}

/** Reasons name files as the policy was loaded; here they are shortened as everywhere else on the screen. */
function shortener(
  parts: Explanation['parts'],
  shownPath: (file: string) => string,
): (text: string) => string {
  const files = new Set(parts.flatMap(({ rules }) => rules.flatMap(({ rule }) => rule.file ?? [])));
  return (text) => [...files].reduce((shown, file) => shown.replaceAll(file, shownPath(file)), text);
}

function head(
  label: string,
  judged: PartReceipt | undefined,
  { width, clip, short }: Shape,
): readonly string[] {
  const room = width - 7;
  const reason = judged?.reason ?? '';
  const doubts = (judged?.doubts ?? []).filter((doubt) => !reason.includes(doubt));
  const beneath = [
    ...(reason === '' ? [] : clip(wrap(printable(short(reason)), room), 3)),
    ...clip(
      doubts.flatMap((doubt) => wrap(fill(explanationMessages.doubt, { doubt: printable(doubt) }), room)),
      2,
    ),
  ];
  const verdict = judged?.verdict ?? '';
  return [
    ...clip(wrap(printable(label), room), 2).map((line, at) =>
      `${(at === 0 ? verdict : '').padEnd(5)}  ${line}`.trimEnd(),
    ),
    ...beneath.map((line) => `       ${line}`),
  ];
}

const signs = { yes: 'yes', may: 'may', no: '-' } as const;

function rowsOf(rules: readonly Considered[], shaped: Shape): readonly PrintedRule[] {
  const sorted = rules.toSorted((a, b) => placeOf(a) - placeOf(b));
  const isOwn = ({ rule }: Considered): boolean => !shaped.isShipped(rule.file ?? '');
  // For an unknown command, dozens of the program's rules may match for the same reason.
  const perhaps = sorted.filter((one) => one.match === 'may' && !isOwn(one)).length;
  const isRow = (one: Considered): boolean =>
    isOwn(one) ||
    (one.inert === undefined && (one.match === 'yes' || (one.match === 'may' && perhaps <= mostPerhaps)));
  const shown = new Set(sorted.filter(isRow));
  const textWidth = Math.min(Math.max(0, ...[...shown].map(({ rule }) => referenceText(rule).length)), 28);
  return sorted.map((one) => ({
    key: one.rule.key,
    match: one.match === 'yes' && one.inert !== undefined && !isOwn(one) ? 'no' : one.match,
    lines: shown.has(one) ? row(one, { ...shaped, textWidth }) : [],
  }));
}

/** More than this are counted instead of listed. */
const mostPerhaps = 2;

function row(
  { rule, match, why, inert }: Considered,
  { width, textWidth, shownPath }: Shape & { readonly textWidth: number },
): readonly string[] {
  const left = `  ${signs[match].padEnd(3)}  ${rule.verdict.padEnd(5)}  ${referenceText(rule)}`;
  const reason =
    inert === undefined || match === 'no' ? why : fill(explanationMessages.noEffect, { why, inert });
  const right = `${printable(reason)} (${sourceText(rule, shownPath)})`;
  const column = 14 + textWidth + 2;
  if (left.length + 2 > column)
    return [...wrap(left, width), ...wrap(right, width - 14).map((line) => `              ${line}`)];
  return wrap(right, width - column).map(
    (line, at) => `${at === 0 ? left.padEnd(column) : ' '.repeat(column)}${line}`,
  );
}

function referenceText({ text, when }: RuleReference): string {
  return printable(when === undefined ? text : `${text} when ${whenText(when)}`);
}

function sourceText({ layer, file, line }: RuleReference, shownPath: (file: string) => string): string {
  if (file === undefined) return layer;
  const preset = presetOf(file);
  if (preset !== undefined) return preset;
  return `${printable(shownPath(file))}${line === undefined ? '' : `:${line}`}`;
}

function indent(line: string): string {
  return `  ${line}`;
}
