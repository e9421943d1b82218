import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const repository = join(import.meta.dirname, '../..');

/** The files of this repository, with a way to read each. What git ignores is not ours. */
export type Tracked = ReadonlyMap<string, () => string>;

export function readTracked(): Tracked {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: repository,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  const files = listed.split('\0').filter((file) => file !== '' && existsSync(join(repository, file)));
  return new Map(files.map((file) => [file, () => readFileSync(join(repository, file), 'utf8')]));
}
