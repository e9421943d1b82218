import { readFileSync, writeFileSync } from 'node:fs';
import * as decision from '@permesso/engine/internal/messages/decision';
import * as explanation from '@permesso/engine/internal/messages/explanation';
import * as toolChecks from '@permesso/engine/internal/messages/tool-checks';

const page: URL = new URL('../../../docs/messages.md', import.meta.url);

type Lists = Readonly<Record<string, Readonly<Record<string, string>>>>;

/** Files of texts, in the order of the page. */
const files: readonly (readonly [file: string, lists: Lists])[] = [
  ['packages/engine/src/messages/decision.ts', decision],
  ['packages/engine/src/messages/explanation.ts', explanation],
  ['packages/engine/src/messages/tool-checks.ts', toolChecks],
];

const introduction = `# Messages

Every text in these files is read by a person or a model. Review them here as a list; change them in the files.
\`{name}\` is filled in. \`npm run messages\` generates this page, and a test compares it.
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

function renderList(name: string, texts: Readonly<Record<string, string>>): string {
  const rows = Object.entries(texts).map(
    ([key, text]) => `| ${key} | ${text.replaceAll('|', String.raw`\|`)} |`,
  );
  return `### ${name}\n\n| Key | Text |\n|---|---|\n${rows.join('\n')}\n`;
}

export function writtenMessages(): string {
  return readFileSync(page, 'utf8');
}

if (process.argv.includes('--write')) writeFileSync(page, renderMessages());
