import { readFileSync } from 'node:fs';
import { formats, type ImportedPolicy } from '@permesso/engine/text';
import { examples } from '../../../engine/test/exchange/examples/index.ts';
import type { ExistingRules } from '../../src/install/existing-rules.ts';
import { fixtures } from '../../../engine/test/exchange/fixtures.ts';

/** Settings of one agent, as a person has them before `init`. */
export interface Source {
  readonly name: string;
  readonly agent: string;
  readonly format: string;
  readonly text: string;
  readonly read: ImportedPolicy;
}

/** What the examples and fixtures do not have: whole tools, interpreters, and defaults with exceptions. */
const awkward: readonly (readonly [format: string, text: string])[] = [
  ['opencode', '{"permission": {"bash": "allow", "edit": "allow"}}'],
  ['opencode', '{"permission": "allow"}'],
  ['opencode', '{"permission": "ask"}'],
  ['opencode', '{"permission": {"*": "ask", "bash": {"*": "ask", "git status*": "allow"}}}'],
  ['opencode', '{"permission": {"bash": {"*": "deny", "npm test": "allow", "python *": "allow"}}}'],
  ['opencode', '{"permission": {"edit": {"*": "ask", "docs/*": "allow"}, "webfetch": "allow"}}'],
  ['opencode', '{"permission": {"read": "deny"}, "agent": {"build": {"permission": {"bash": "allow"}}}}'],
  ['claude', '{"permissions": {"allow": ["Bash(*)", "Read(~/.ssh/**)", "WebFetch"]}}'],
  ['claude', '{"permissions": {"allow": ["Bash", "Edit", "Write"], "deny": ["WebFetch"]}}'],
  ['claude', '{"permissions": {"allow": ["Bash(python:*)", "Bash(node:*)", "Bash(npx:*)", "Bash(sudo:*)"]}}'],
  ['claude', '{"permissions": {"allow": ["Bash(env:*)", "Bash(xargs:*)", "Bash(sh:*)", "Bash(bash -c:*)"]}}'],
  ['claude', '{"permissions": {"ask": ["Bash(npm test:*)", "Edit"], "allow": ["Bash(npm:*)"]}}'],
  ['claude', '{"permissions": {"defaultMode": "acceptEdits", "additionalDirectories": ["/"]}}'],
  ['claude', '{"permissions": {"defaultMode": "plan"}}'],
  ['claude', '{"permissions": {"defaultMode": "dontAsk", "allow": ["Bash(git status)"]}}'],
  [
    'codex',
    'prefix_rule(pattern = ["python3"], decision = "allow")\nprefix_rule(pattern = ["git"], decision = "prompt")\n',
  ],
  ['gemini', '[[rule]]\ntoolName = "run_shell_command"\ndecision = "allow"\npriority = 100\n'],
  [
    'gemini',
    '[[rule]]\ntoolName = "*"\ndecision = "ask_user"\npriority = 1\n\n[[rule]]\ntoolName = "run_shell_command"\ncommandPrefix = "git log"\ndecision = "allow"\npriority = 100\n',
  ],
  ['cursor', '{"permissions": {"allow": ["Shell(*)", "Write(**)"], "deny": ["Shell(git)"]}}'],
  ['copilot', "copilot --allow-all-tools --deny-tool 'shell(git push)'"],
];

const folder = new URL('../../../engine/src/policy/formats/fixtures/', import.meta.url);

/** Every example and every fixture of a format that an agent of ours reads, and the awkward ones. */
export const sources: readonly Source[] = [
  ...fixtures.map(({ file, format, options }) => ({
    name: file,
    format,
    text: readFileSync(new URL(file, folder), 'utf8'),
    options,
  })),
  ...Array.from(examples, ([format, rows]) =>
    rows.map(({ says, source, options }) => ({ name: `${format}: ${says}`, format, text: source, options })),
  ).flat(),
  ...awkward.map(([format, text]) => ({ name: `${format}: ${text}`, format, text, options: undefined })),
].flatMap(({ name, format, text, options }): readonly Source[] => {
  const row = formats.find((each) => each.name === format);
  if (row?.agent === undefined) return [];
  const read = row.read?.(text, { home: '/home/dev', root: '/home/dev/project', ...options, layer: 'user' });
  return read === undefined || 'error' in read ? [] : [{ name, format, text, agent: row.agent, read }];
});

export function existingFrom({ name, agent, format, read }: Source): ExistingRules {
  return { host: agent, title: agent, format, files: [name], read };
}
