import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { entry, readJsonc, textsIn } from '../../policy/exchange/read-jsonc.ts';
import { readText } from '../../world/read-text.ts';
import type { Finding } from '../examine/finding.ts';
import type { HostPlaces } from '../install/installer.ts';

/** Hooks of a repository are run in trusted folders only; elsewhere they are skipped without a word. */
export function skippedRepositoryHooks({ home, env, project }: HostPlaces): readonly Finding[] {
  const hooks = join(project, '.github/hooks');
  if (!existsSync(hooks)) return [];
  const config = readText(join(env['COPILOT_HOME'] ?? join(home, '.copilot'), 'config.json'));
  const read = 'text' in config ? readJsonc(config.text) : undefined;
  const trusted =
    read === undefined || 'error' in read
      ? []
      : textsIn(entry(read.root, 'trusted_folders')).map(({ text }) => text);
  return trusted.some((folder) => project === folder || project.startsWith(`${folder}/`))
    ? []
    : [
        {
          about: 'untrusted',
          level: 'warning',
          what: 'hooks of a folder that is not trusted: Copilot CLI skips them without a word',
          file: hooks,
          mend: 'trust the folder in copilot, or keep the hook in your own folder',
        },
      ];
}
