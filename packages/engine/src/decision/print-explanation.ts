import { fill } from '../messages/fill.ts';
import { decisionHeadings } from '../messages/decision.ts';
import { explanationMessages, stepNames } from '../messages/explanation.ts';
import type { Verdict } from '../policy/rules/verdict.ts';
import type { Considered, Explanation } from './explain.ts';
import { steps } from './mode-table.ts';
import { printable } from './printable.ts';
import { wrap } from './print-decision.ts';
import type { PartReceipt, RuleReference } from './receipt.ts';

export interface PrintExplanationOptions {
  readonly width?: number;
  /** How many rules that do not match are shown for each part. */
  readonly others?: number;
  /** Whether a file comes with the program: of its rules those that match are shown, and none of the others. */
  readonly isShipped?: (file: string) => boolean;
  /** How a file is named from here. */
  readonly shownPath?: (file: string) => string;
}

/** The whole trace for a person: each part, what decided it, and every rule with why it did or did not match. */
export function printExplanation(
  { decision, parts }: Explanation,
  {
    width = 80,
    others = 20,
    isShipped = () => false,
    shownPath = (file) => file,
  }: PrintExplanationOptions = {},
): string {
  const { receipt } = decision;
  const short = shortener(parts, shownPath);
  const inside = receipt.sandbox === undefined ? '' : `, ${decisionHeadings.sandboxed}`;
  const lines = [`${decision.verdict}${inside}  (mode ${receipt.mode.used})`, ''];
  lines.push(...wrap(printable(short(decision.message)), width));
  for (const [place, part] of parts.entries()) {
    const judged = receipt.parts[place];
    lines.push('', ...head(part.label, judged, { width, short }));
    const order = (verdict: Verdict): readonly Considered[] =>
      part.rules.filter(({ rule }) => rule.verdict === verdict);
    const sorted = [...order('deny'), ...order('ask'), ...order('allow')];
    lines.push(...listed(sorted, { width, others, isShipped, shownPath }));
  }
  const changes = receipt.changes.flatMap((change) => wrap(printable(short(change)), width - 2).map(indent));
  if (changes.length > 0) lines.push('', decisionHeadings.changes, ...changes);
  return lines.join('\n');
}

/** Reasons name files as the policy was loaded; here they are named as everywhere else on the screen. */
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
  { width, short }: { width: number; short: (text: string) => string },
): readonly string[] {
  const shown = wrap(printable(label), width - 7);
  const verdict = judged?.verdict ?? '';
  const decided =
    judged === undefined
      ? []
      : wrap(
          fill(explanationMessages.decidedAt, {
            at: steps.indexOf(judged.step) + 1,
            of: steps.length,
            step: stepNames[judged.step],
            reason: printable(short(judged.reason)),
          }),
          width - 7,
        );
  const doubts = (judged?.doubts ?? []).flatMap((doubt) =>
    wrap(fill(explanationMessages.doubt, { doubt: printable(doubt) }), width - 7),
  );
  return [
    ...shown.map((line, at) => `${(at === 0 ? verdict : '').padEnd(5)}  ${line}`.trimEnd()),
    ...[...decided, ...doubts].map((line) => `       ${line}`),
  ];
}

const signs = { yes: 'yes', may: 'may', no: '-' } as const;

function listed(
  rules: readonly Considered[],
  { width, others, isShipped, shownPath }: Required<PrintExplanationOptions>,
): readonly string[] {
  const silent = rules.filter(({ match }) => match === 'no');
  const own = silent.filter(({ rule }) => !isShipped(rule.file ?? ''));
  const shownOwn = new Set(own.slice(0, others));
  const apart = silent.filter((rule) => !shownOwn.has(rule));
  const hidden = new Set(apart);
  const shown = rules.filter((rule) => !hidden.has(rule));
  const textWidth = Math.min(Math.max(0, ...shown.map(({ rule }) => referenceText(rule).length)), 28);
  const rest =
    apart.length === 0 ? [] : [`       ${fill(explanationMessages.moreRules, { count: apart.length })}`];
  return [...shown.flatMap((one) => row(one, { width, textWidth, shownPath })), ...rest];
}

function row(
  { rule, match, why, inert }: Considered,
  { width, textWidth, shownPath }: { width: number; textWidth: number; shownPath: (file: string) => string },
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
  return printable(when === undefined ? text : `${text} when ${JSON.stringify(when)}`);
}

function sourceText({ layer, file, line }: RuleReference, shownPath: (file: string) => string): string {
  if (file === undefined) return layer;
  return `${printable(shownPath(file))}${line === undefined ? '' : `:${line}`}`;
}

function indent(line: string): string {
  return `  ${line}`;
}
