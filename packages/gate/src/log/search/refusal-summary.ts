import { printable } from '@permesso/engine/decision';
import type { Refusal, Refusals } from './refusals.ts';

export const summaryFormats = ['text', 'json', 'junit', 'markdown'] as const;

/** How `printSummary` writes a summary. */
export type SummaryFormat = (typeof summaryFormats)[number];

/** How many calls of a run were refused, and the rules that would have allowed them. */
export interface Summary {
  readonly decided: number;
  readonly refused: number;
  readonly refusals: readonly Refusal[];
  /** Asked about without a recorded answer: the host asked in its own window, or nobody was left to ask. */
  readonly unanswered?: number;
  /** Everything that would have to be added, without duplicates. */
  readonly rules: readonly string[];
}

/**
 * What an unattended run was refused, and exactly what to add.
 *
 * @example
 * ```ts
 * import { createGate } from '@permesso/gate';
 * import { collectRefusals, summarise } from '@permesso/gate/summary';
 * const refusals = collectRefusals(createGate({ policy: {} }));
 * console.log(summarise(refusals).refused);
 * ```
 */
export function summarise(refusals: Pick<Refusals, 'list' | 'decided'>): Summary {
  const list = refusals.list();
  return {
    decided: refusals.decided(),
    refused: list.reduce((sum, refusal) => sum + refusal.times, 0),
    refusals: list,
    rules: [...new Set(list.flatMap(({ rules }) => rules))],
  };
}

/**
 * 0 if nothing was refused or refusals do not count as failures; otherwise the code that the caller chose.
 *
 * @example
 * ```ts
 * import { createGate } from '@permesso/gate';
 * import { collectRefusals, exitCodeFor, summarise } from '@permesso/gate/summary';
 * const refusals = collectRefusals(createGate({ policy: {} }));
 * process.exitCode = exitCodeFor(summarise(refusals));
 * ```
 */
export function exitCodeFor(
  { refused, unanswered = 0 }: Summary,
  { failOn = 'refused', code = 3 }: { readonly failOn?: FailOn; readonly code?: number } = {},
): number {
  const failures = { never: 0, refused, unanswered: refused + unanswered };
  return failures[failOn] > 0 ? code : 0;
}

export type FailOn = 'refused' | 'unanswered' | 'never';

/**
 * A summary as text, JSON, JUnit XML or Markdown.
 *
 * @example
 * ```ts
 * import { createGate } from '@permesso/gate';
 * import { collectRefusals, printSummary, summarise } from '@permesso/gate/summary';
 * const refusals = collectRefusals(createGate({ policy: {} }));
 * console.log(printSummary(summarise(refusals), 'text'));
 * ```
 */
export function printSummary(summary: Summary, format: SummaryFormat): string {
  switch (format) {
    case 'text':
      return asText(summary);
    case 'json':
      return `${JSON.stringify(summary, undefined, 2)}\n`;
    case 'junit':
      return asJunit(summary);
    case 'markdown':
      return asMarkdown(summary);
  }
}

function headline({ decided, refused, unanswered = 0 }: Summary): string {
  const open = unanswered === 0 ? '' : `, ${unanswered} asked about without an answer here`;
  return refused === 0
    ? `permesso: ${decided} calls decided, none refused${open}`
    : `permesso: ${refused} of ${decided} calls refused${open}`;
}

function howOften({ times: count }: Refusal): string {
  return count === 1 ? '' : ` (${count} times)`;
}

function asText(summary: Summary): string {
  return [
    headline(summary),
    ...summary.refusals.flatMap((refusal) => [
      `  ${printable(refusal.tool)}: ${printable(refusal.what)}${howOften(refusal)}`,
      `    ${printable(refusal.why)}`,
    ]),
    ...(summary.rules.length === 0
      ? []
      : ['', 'To allow these calls, add to .permesso/policy.yaml:', yamlRules(summary)]),
    '',
  ].join('\n');
}

/** In policy file syntax. */
function yamlRules({ rules }: Summary): string {
  return ['allow:', ...rules.map((rule) => `  - ${JSON.stringify(rule)}`)].join('\n');
}

function asMarkdown(summary: Summary): string {
  const rows = summary.refusals.map(
    (refusal) =>
      `| ${cell(refusal.tool)} | ${verbatim(refusal.what)}${howOften(refusal)} | ${cell(refusal.why)} | ${refusal.rules.map(verbatim).join('<br>')} |`,
  );
  return [
    `### ${headline(summary)}`,
    '',
    ...(rows.length === 0
      ? []
      : ['| Tool | Call | Why | Rule to add |', '| --- | --- | --- | --- |', ...rows, '']),
    ...(summary.rules.length === 0
      ? []
      : [
          '<details><summary>All of them, for <code>.permesso/policy.yaml</code></summary>',
          '',
          fenced(yamlRules(summary)),
          '',
          '</details>',
          '',
        ]),
  ].join('\n');
}

/** A call's text is hostile: it must stay in one cell and have no meaning for the page. */
function cell(text: string): string {
  return printable(text).replaceAll(
    /[\\`*_{}[\]<>#|~@&!]/g,
    (character) => `&#${character.codePointAt(0) ?? 0};`,
  );
}

function verbatim(text: string): string {
  return `<code>${cell(text)}</code>`;
}

/** Uses a fence longer than any in the text. */
function fenced(text: string): string {
  const longest = Math.max(2, ...Array.from(text.matchAll(/`+/g), ([run]) => run.length));
  const fence = '`'.repeat(longest + 1);
  return `${fence}yaml\n${text}\n${fence}`;
}

function asJunit({ refusals, refused, decided }: Summary): string {
  const cases = refusals.map((refusal) => {
    const name = `${refusal.tool}: ${refusal.what}${howOften(refusal)}`;
    const add = refusal.rules.length === 0 ? 'No rule could allow this.' : `Add: ${refusal.rules.join(', ')}`;
    return [
      `    <testcase classname="permesso" name="${xml(name)}">`,
      `      <failure type="refused" message="${xml(refusal.why)}">${xml(add)}</failure>`,
      '    </testcase>',
    ].join('\n');
  });
  const allowed = decided - refused;
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites tests="${cases.length + 1}" failures="${cases.length}">`,
    `  <testsuite name="permesso" tests="${cases.length + 1}" failures="${cases.length}">`,
    `    <testcase classname="permesso" name="${allowed} calls not refused"/>`,
    ...cases,
    '  </testsuite>',
    '</testsuites>',
    '',
  ].join('\n');
}

function xml(text: string): string {
  return printable(text)
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;')
    .replaceAll('"', '&quot;');
}
