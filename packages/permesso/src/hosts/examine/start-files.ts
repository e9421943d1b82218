import { join } from 'node:path';
import { readText } from '../../world/read-text.ts';
import type { HostPlaces } from '../install/installer.ts';
import type { Finding } from './finding.ts';

/** Where people hide a flag so that they need not type it. */
const files = [
  '.bashrc',
  '.bash_aliases',
  '.bash_profile',
  '.profile',
  '.zshrc',
  '.zprofile',
  '.config/fish/config.fish',
];

/** Flags after which nothing is asked. */
const flags: readonly (readonly [host: string, command: string, flag: RegExp])[] = [
  ['claude-code', 'claude', /--dangerously-skip-permissions|--permission-mode[ =]bypassPermissions/],
  ['copilot-cli', 'copilot', /--allow-all(?:-tools)?\b|--yolo\b/],
  ['codex', 'codex', /--dangerously-bypass-(?:approvals-and-sandbox|hook-trust)|--yolo\b/],
  ['gemini-cli', 'gemini', /--yolo\b|(?:^|\s)-y\b|--approval-mode[ =]yolo/],
  ['qwen-code', 'qwen', /--yolo\b|(?:^|\s)-y\b|--approval-mode[ =]yolo/],
  ['cline', 'cline', /--yolo\b|--auto-approve[ =]true/],
  ['cursor', 'cursor-agent', /--force\b|--yolo\b/],
];

/** Aliases and functions that start an agent with everything allowed. */
export function examineStartFiles({ home }: HostPlaces): readonly (Finding & { readonly host: string })[] {
  return files.flatMap((name) => {
    const file = join(home, name);
    const read = readText(file);
    return 'text' in read
      ? read.text.split('\n').flatMap((text, at) => inLine(text, { file, line: at + 1 }))
      : [];
  });
}

function inLine(
  text: string,
  place: { readonly file: string; readonly line: number },
): readonly (Finding & { readonly host: string })[] {
  if (text.trimStart().startsWith('#')) return [];
  return flags.flatMap(([host, command, flag]) => {
    const found = new RegExp(String.raw`\b${command}\b`).test(text) ? flag.exec(text)?.[0].trim() : undefined;
    return found === undefined
      ? []
      : [
          {
            host,
            about: 'bypass' as const,
            level: 'danger' as const,
            what: `${command} is started with ${found}: nothing is asked about`,
            ...place,
            mend: 'remove the flag; allow what you need in a policy',
          },
        ];
  });
}
