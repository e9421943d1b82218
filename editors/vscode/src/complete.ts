import { modes } from '@permesso/engine';
import { policySchema } from '@permesso/engine/text';

export interface Completion {
  readonly label: string;
  readonly about: string;
  readonly insert?: string;
}

interface SchemaPart {
  readonly description?: string;
  readonly properties?: Readonly<Record<string, SchemaPart>>;
}

const rules: readonly Completion[] = [
  { label: 'Read', about: 'every read of a file' },
  { label: 'Read(src/**)', about: 'files below src' },
  { label: 'Edit(./**)', about: 'edits inside the project' },
  { label: 'Bash(npm run:*)', about: 'a command and anything behind it' },
  { label: 'Bash(git push:*)', about: 'a command with its subcommand' },
  { label: 'WebFetch(domain:example.com)', about: 'one host' },
  { label: 'mcp__github__get_*', about: 'tools of an MCP server' },
];

/** What may stand at the end of this line, by the keys above it. */
export function completeAt(
  lines: readonly string[],
  at: number,
  names: readonly string[] = [],
): readonly Completion[] {
  const line = lines[at] ?? '';
  if (/^\w*$/u.test(line)) return topKeys();
  if (/^mode:\s*\w*$/u.test(line)) return modes.map((label) => ({ label, about: 'a mode' }));
  const key = keyAbove(lines, at);
  if (/^\s*-\s*[\w*()/.:-]*$/u.test(line) || /(?:use|allow|ask|deny):\s*\[[^\]]*$/u.test(line)) {
    if (key === 'use') return names.map((label) => ({ label, about: 'a preset or a group' }));
    if (key === 'allow' || key === 'ask' || key === 'deny') return rules;
  }
  return [];
}

function topKeys(): readonly Completion[] {
  const { properties = {} } = policySchema() as SchemaPart;
  return Object.entries(properties).map(([label, { description = '' }]) => ({
    label,
    about: description,
    insert: `${label}: `,
  }));
}

function keyAbove(lines: readonly string[], at: number): string | undefined {
  for (let row = at; row >= 0; row--) {
    const key = /^(\w+):/u.exec(lines[row] ?? '')?.[1];
    if (key !== undefined) return key;
  }
  return undefined;
}
