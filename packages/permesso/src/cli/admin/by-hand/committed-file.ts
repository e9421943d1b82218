import { execFileSync } from 'node:child_process';
import { dirname, resolve } from 'node:path';
import { messageOf } from '@permesso/engine/call';
import { UsageError } from '../../command.ts';

/** A file as of its last commit, and which commit that is; uncommitted changes are never published silently. */
export function committedFile(path: string): { readonly text: string; readonly note: string } {
  const file = resolve(path);
  const git = (...args: readonly string[]): string =>
    execFileSync('git', args, { cwd: dirname(file), encoding: 'utf8', stdio: 'pipe' });
  try {
    if (git('status', '--porcelain', '--', file) !== '')
      throw new UsageError(`${path} is not as it was committed; fix: commit it, or leave out --from-git`);
    const note = git('log', '-1', '--format=%H %s', '--', file).trim();
    if (note === '') throw new UsageError(`${path} is in no commit`);
    const top = git('rev-parse', '--show-prefix').trim();
    return {
      text: git('show', `HEAD:${top}${file.slice(dirname(file).length + 1)}`),
      note: note.slice(0, 500),
    };
  } catch (error) {
    if (error instanceof UsageError) throw error;
    throw new UsageError(`${path} cannot be read from git: ${messageOf(error)}`);
  }
}
