import { readFileSync, writeFileSync } from 'node:fs';
import {
  decisionTexts as decision,
  commandPhrases,
  explanationTexts as explanation,
  sentenceTexts as sentences,
  toolCheckTexts as toolChecks,
} from '@permesso/engine/text';
import { guardedRows, protectedRows } from '@permesso/engine/facts';
import { reaching } from '@permesso/engine/policy';
import { refusalTexts, timedOut, withdrawn } from '@permesso/protocol/approval';
import { problemTitles } from '@permesso/protocol/console';
import { commands } from '../src/cli/commands.ts';
import { hosts } from '../src/host-lists/hosts.ts';
import { approvalCard, denials, notices, sandbox } from '@permesso/gate/messages';

const page: URL = new URL('../../../proof/messages.md', import.meta.url);

type Texts = Readonly<Record<string, string>>;

type Lists = Readonly<Record<string, Texts>>;

/** Files of texts, in the order of the page. */
const files: readonly (readonly [file: string, lists: Lists])[] = [
  ['packages/engine/src/messages/decision.ts', decision],
  ['packages/engine/src/messages/sentences.ts', sentences],
  ['packages/engine/src/messages/command-phrases.ts', commandPhrases],
  ['packages/engine/src/messages/explanation.ts', explanation],
  ['packages/engine/src/messages/tool-checks.ts', toolChecks],
  ['packages/engine/src/facts/paths/guarded-rows.ts', { guardedRows: reasonsOf(guardedRows) }],
  ['packages/engine/src/facts/paths/protected-rows.ts', { protectedRows: reasonsOf(protectedRows) }],
  ['packages/engine/src/policy/lint/over-broad.ts', { reaching: broadTexts() }],
  ['packages/protocol/src/approval/approval-step.ts', { refusalTexts }],
  [
    'packages/protocol/src/approval/approver.ts',
    { answers: { timedOut: timedOut.comment ?? '', withdrawn: withdrawn.comment ?? '' } },
  ],
  [
    'packages/protocol/src/console/problem.ts',
    { problemTitles: Object.fromEntries([...problemTitles].map(([status, title]) => [status, title])) },
  ],
  ['packages/gate/src/messages/approval-card.ts', approvalCard],
  ['packages/gate/src/messages/denials.ts', denials],
  ['packages/gate/src/messages/notices.ts', notices],
  ['packages/gate/src/messages/sandbox.ts', sandbox],
  ['packages/permesso/src/hosts/*/setup.ts', switchTexts()],
  ['packages/permesso/src/cli/commands/*.ts', await commandTexts()],
];

function reasonsOf(rows: readonly { readonly code: string; readonly reason: string }[]): Texts {
  return numbered(rows.map(({ code, reason }) => [code, reason]));
}

function broadTexts(): Texts {
  return numbered(
    reaching.flatMap(({ why, fix }, at): readonly TextRow[] => [
      [`${at + 1} why`, why],
      [`${at + 1} fix`, fix],
    ]),
  );
}

/** What `scan` and `doctor` say about a host's settings, with the fix. */
function switchTexts(): Lists {
  return Object.fromEntries(
    hosts.map(({ name, examination }) => [
      name,
      numbered((examination?.switches ?? []).map(({ at, what, fix }) => [at.join('.'), `${what} -> ${fix}`])),
    ]),
  );
}

/** The help of each command. */
async function commandTexts(): Promise<Lists> {
  const loaded = await Promise.all(commands.map(({ load }) => load()));
  const all = loaded.flatMap((command) => [command, ...(command.subcommands ?? [])]);
  return Object.fromEntries(
    all.map(({ name, summary, options, examples, exitCodes }) => [
      `permesso ${name}`,
      numbered([
        ['summary', summary],
        ...options.map((option): TextRow => [`--${option.name}`, option.help]),
        ...examples,
        ...exitCodes.map(([code, means]): TextRow => [`exit ${code}`, means]),
      ]),
    ]),
  );
}

type TextRow = readonly [key: string, text: string];

/** Keys that stand twice get a number, so that no row is lost. */
function numbered(rows: readonly TextRow[]): Texts {
  const seen = new Map<string, number>();
  return Object.fromEntries(
    rows.map(([key, text]) => {
      const count = (seen.get(key) ?? 0) + 1;
      seen.set(key, count);
      return [count === 1 ? key : `${key} (${count})`, text];
    }),
  );
}

const introduction = `# Messages

Every text in these files is read by a person or a model. Review them here as a list; change them in the files. Texts
that are made of parts of a call, and the pages of the console, are not in the list.
\`{name}\` is filled in. \`npm run tools -- messages\` generates this page, and a test compares it.
`;

/** All texts that people and models read, as far as they are in lists. */
export function renderMessages(): string {
  const sections = files.map(([file, lists]) => [
    `## ${file}\n`,
    ...Object.entries(lists)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([name, texts]) => renderList(name, texts)),
  ]);
  return [introduction, ...sections.flat()].join('\n');
}

function renderList(name: string, texts: Texts): string {
  const rows = Object.entries(texts).map(([key, text]) => `| ${cell(key)} | ${cell(text)} |`);
  return `### ${name}\n\n| Key | Text |\n|---|---|\n${rows.join('\n')}\n`;
}

function cell(text: string): string {
  return text.replaceAll('|', String.raw`\|`).replaceAll('\n', ' ');
}

export function writtenMessages(): string {
  return readFileSync(page, 'utf8');
}

if (process.argv.includes('--write')) writeFileSync(page, renderMessages());
