import { join } from 'node:path';
import { readJsonc, entry } from '../../policy/exchange/read-jsonc.ts';
import { readToml, tableAt, valueAt } from '../../policy/exchange/read-toml.ts';
import { readText } from '../../world/read-text.ts';
import type { Finding } from '../examine/finding.ts';
import { namedByCodex } from '../install/codex-trust-key.ts';
import type { HostPlaces } from '../install/installer.ts';
import { hooksFile } from './install.ts';

/** Hooks that Codex was never told to trust: it skips them without a word, and their owner believes to be guarded. */
export function skippedHooks(places: HostPlaces): readonly Finding[] {
  const file = hooksFile(places);
  const read = readText(file);
  const hooks = 'text' in read ? readJsonc(read.text) : undefined;
  if (hooks === undefined || 'error' in hooks) return [];
  const config = readText(join(file, '../config.toml'));
  const table = 'text' in config ? readToml(config.text) : undefined;
  const state = tableAt(
    tableAt(table === undefined || 'error' in table ? undefined : table.table, 'hooks'),
    'state',
  );
  return (entry(hooks.root, 'hooks', 'PreToolUse')?.items ?? []).flatMap((group, at) =>
    (entry(group, 'hooks')?.items ?? []).flatMap(({ line }, index): readonly Finding[] => {
      const key = `${namedByCodex(file)}:pre_tool_use:${at}:${index}`;
      return typeof valueAt(tableAt(state, key), 'trusted_hash') === 'string'
        ? []
        : [
            {
              about: 'untrusted',
              level: 'danger',
              what: 'a hook that was never trusted: Codex skips it without a word',
              file,
              line,
              mend: 'start codex, type /hooks, and trust it',
            },
          ];
    }),
  );
}
