import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { HostPlaces, Installer, Situation } from '../install/installer.ts';
import { nativeDenies } from '../install/native-denies.ts';
import type { JsonKeys } from '../install/piece.ts';

/** As it is called in the package, and among its sources. */
const mark = 'opencode';

export const opencodeInstaller: Installer = {
  name: 'opencode',
  title: 'OpenCode',
  commands: ['opencode'],
  folders: (places) => [folderOf(places), join(places.home, '.opencode')],
  rules: (places) => [
    { format: 'opencode', path: join(folderOf(places), 'opencode.json'), of: 'user' },
    { format: 'opencode', path: join(folderOf(places), 'opencode.jsonc'), of: 'user' },
    { format: 'opencode', path: join(places.project, 'opencode.json'), of: 'project' },
  ],
  needs: ({ plugin }) => [plugin],
  opensWithoutUs: true,
  measured: true,
  register: (situation) => [
    {
      path: configFile(situation),
      why: 'a plugin that is asked before every tool; what the policy refuses, once more as permissions',
      pieces: [
        {
          as: 'json-item',
          at: ['plugin'],
          mark,
          item: pathToFileURL(situation.programs.plugin).href,
        },
        ...permissions(nativeDenies('opencode', situation.denies)),
      ],
    },
  ],
};

function folderOf({ config }: HostPlaces): string {
  return join(config, 'opencode');
}

/** It reads both; the one that is there is the one the person knows. */
function configFile({ places, exists }: Situation): string {
  const commented = join(folderOf(places), 'opencode.jsonc');
  return exists(commented) ? commented : join(folderOf(places), 'opencode.json');
}

/** What is denied in each of these files, by tool. The other entries say what no rule names, and that is not ours. */
function permissions(files: readonly string[]): readonly JsonKeys[] {
  const byTool = new Map<string, Map<string, string>>();
  for (const file of files) {
    const { permission } = JSON.parse(file) as { permission: Readonly<Record<string, unknown>> };
    for (const [tool, said] of Object.entries(permission)) {
      if (tool === '*') continue;
      const patterns = typeof said === 'string' ? { '*': said } : (said as Readonly<Record<string, unknown>>);
      for (const [pattern, verdict] of Object.entries(patterns)) {
        if (verdict !== 'deny') continue;
        byTool.set(tool, (byTool.get(tool) ?? new Map<string, string>()).set(pattern, 'deny'));
      }
    }
  }
  return Array.from(byTool, ([tool, entries]) => ({
    as: 'json-keys',
    at: ['permission', tool],
    entries: [...entries],
  }));
}
