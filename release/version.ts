import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from './lockfile.ts';

/**
 * `npm run tools -- release:version 0.2.0`: all packages are released together under one version. Writes it into every `package.json`,
 * the lockfile and the table of dependencies, and gives the changes that are not released yet their number and date.
 */
export function withVersion(file: string, text: string, { from, to, date }: Change): string {
  if (file === 'CHANGELOG.md') {
    if (!text.includes('\n## Unreleased\n')) throw new Error('CHANGELOG.md has no section Unreleased');
    return text.replace('\n## Unreleased\n', `\n## Unreleased\n\n## ${to} (${date})\n`);
  }
  if (file.endsWith('.md'))
    return text.replaceAll(/^(\| `(?:@permesso\/\w+|permesso)` \| )[\w.-]+/gmu, `$1${to}`);
  const own = JSON.stringify(from);
  const isOwn = /"(?:permesso|@permesso\/\w+)": /u;
  if (file === 'package-lock.json') return inLockfile(text, { from, to });
  return text
    .split('\n')
    .map((line) =>
      line.startsWith('  "version":') || isOwn.test(line) ? line.replace(own, JSON.stringify(to)) : line,
    )
    .join('\n');
}

interface Change {
  readonly from: string;
  readonly to: string;
  readonly date: string;
}

/** Only the entries of our own folders: another package may have the same number. */
function inLockfile(text: string, { from, to }: Omit<Change, 'date'>): string {
  let isOwn = false;
  return text
    .split('\n')
    .map((line) => {
      if (/^ {4}"[^"]*": \{$/u.test(line)) isOwn = /^ {4}"(?:packages\/[\w-]+)?": \{$/u.test(line);
      const isVersion = /^ {6}"version": /u.test(line) || /"(?:permesso|@permesso\/\w+)": /u.test(line);
      return isOwn && isVersion ? line.replace(JSON.stringify(from), JSON.stringify(to)) : line;
    })
    .join('\n');
}

if (process.argv[1] === import.meta.filename) {
  const to = process.argv[2];
  if (to === undefined || !/^\d+\.\d+\.\d+(?:-[\w.]+)?$/u.test(to)) {
    console.error('usage: npm run tools -- release:version 0.2.0');
    process.exitCode = 64;
  } else {
    const manifest = readFileSync(join(repository, 'packages/permesso/package.json'), 'utf8');
    const { version: from } = JSON.parse(manifest) as { readonly version: string };
    const change = { from, to, date: new Date().toISOString().slice(0, 10) };
    const files = [
      'CHANGELOG.md',
      'release/dependencies.md',
      'package-lock.json',
      ...globSync('packages/*/package.json', { cwd: repository }),
    ];
    for (const file of files) {
      const place = join(repository, file);
      writeFileSync(place, withVersion(file, readFileSync(place, 'utf8'), change));
    }
    console.log(`${from} -> ${to} in ${files.length} files; read the changes, commit, tag v${to}`);
  }
}
