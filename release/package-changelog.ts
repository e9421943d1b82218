import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { repository } from './lockfile.ts';

/** `node package-changelog.ts`, in a package's folder before it is packed: the changes, without links to pages it does not bring. */
export function packageChangelog(text: string): string {
  return text.replaceAll(/\[([^\]]+)\]\((?!https?:)[^)]+\)/gu, '$1');
}

if (process.argv[1] === import.meta.filename)
  writeFileSync('CHANGELOG.md', packageChangelog(readFileSync(join(repository, 'CHANGELOG.md'), 'utf8')));
