import { join } from 'node:path';
import { readText } from '@permesso/gate/disk';
import type { HostPlaces, Installer } from '../install/installer.ts';
import type { HostFinding } from './finding.ts';

/** Where people put a flag so that they need not type it. */
const files = [
  '.bashrc',
  '.bash_aliases',
  '.bash_profile',
  '.profile',
  '.zshrc',
  '.zprofile',
  '.config/fish/config.fish',
];

/** Finds aliases and functions that start an agent with everything allowed. */
export function examineStartFiles(installer: Installer, { home }: HostPlaces): readonly HostFinding[] {
  return files.flatMap((name) => {
    const file = join(home, name);
    const read = readText(file);
    return 'text' in read
      ? read.text.split('\n').flatMap((text, at) => inLine(text, { installer, file, line: at + 1 }))
      : [];
  });
}

interface StartLine {
  readonly installer: Installer;
  readonly file: string;
  readonly line: number;
}

function inLine(text: string, { installer, file, line }: StartLine): readonly HostFinding[] {
  const { commands, bypassFlags } = installer;
  const [command = ''] = commands;
  if (bypassFlags === undefined || text.trimStart().startsWith('#')) return [];
  if (!new RegExp(String.raw`\b${command}\b`).test(text)) return [];
  const flag = bypassFlags.exec(text)?.[0].trim();
  if (flag === undefined) return [];
  return [
    {
      about: 'bypass',
      level: 'danger',
      what: `${command} is started with ${flag}: nothing is asked about`,
      file,
      line,
      fix: 'remove the flag; allow what you need in a policy',
    },
  ];
}
