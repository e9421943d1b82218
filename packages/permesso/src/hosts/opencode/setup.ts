import { agentName } from '@permesso/protocol/text';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CanaryRecipe } from '../../canary/recipe.ts';
import type { Examination, OtherCode } from '../../examine/examination.ts';
import { pluginLoaded } from '../../examine/plugin-loaded.ts';
import { loadReportFile } from '../../intercept/start-plugin.ts';
import type { JsonItem, JsonKeys } from '../../install/file-change.ts';
import type { HostPlaces, InstallContext } from '../../install/installer.ts';
import { nativeDenies } from '../../install/native-denies.ts';
import { pluginFor, pluginMark } from '../../install/plugin-files.ts';
import { opencodeTranscripts } from './transcripts.ts';
import type { HostSetup } from '../host-setup.ts';

/** A fork of OpenCode keeps its files under its own name. */
interface Family {
  readonly name: string;
  /** Its window also loads a plugin of ours, which draws forms. */
  readonly window?: true;
}

export function openCodeSetup(family: Family): HostSetup {
  return { installer: installer(family), examination: examination(family), canary: canary(family) };
}

function installer({ name, window }: Family): HostSetup['installer'] {
  const folderOf = ({ config }: HostPlaces): string => join(config, name);
  /** It reads both names; an existing one is the one that the person knows. */
  const configFile = ({ places, exists }: InstallContext): string => {
    const commented = join(folderOf(places), `${name}.jsonc`);
    return exists(commented) ? commented : join(folderOf(places), `${name}.json`);
  };
  const item = (file: string): JsonItem => ({
    as: 'json-item',
    at: ['plugin'],
    mark: pluginMark(file),
    item: pathToFileURL(file).href,
  });
  return {
    commands: [name],
    folders: (places) => [folderOf(places), join(places.home, `.${name}`)],
    rules: (places) => [
      { format: 'opencode', path: join(folderOf(places), `${name}.json`), of: 'user' },
      { format: 'opencode', path: join(folderOf(places), `${name}.jsonc`), of: 'user' },
      { format: 'opencode', path: join(places.project, `${name}.json`), of: 'project' },
    ],
    needs: ({ plugin }) => [
      pluginFor(name, plugin),
      ...(window === undefined ? [] : [pluginFor(name, plugin, 'window')]),
    ],
    opensWithoutUs: true,
    leaves: (state) => [loadReportFile(state, name)],
    measured: true,
    register: (situation) => [
      {
        path: configFile(situation),
        why: 'a plugin that is asked before every tool; what the policy refuses, once more as permissions',
        pieces: [
          item(pluginFor(name, situation.programs.plugin)),
          ...permissions(nativeDenies('opencode', situation.denies)),
        ],
      },
      ...(window === undefined
        ? []
        : [
            {
              path: join(folderOf(situation.places), 'tui.json'),
              why: 'shows approval requests in its window',
              pieces: [item(pluginFor(name, situation.programs.plugin, 'window'))] as const,
            },
          ]),
    ],
  };
}

/** The denies in each of these files, by tool. The other entries hold defaults, which are not ours to set. */
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

function examination({ name, window }: Family): Examination {
  const title = agentName(name);
  const inProcess = `it runs inside ${title}, may reply to permission requests, and can do anything that you can`;
  const files = [`${name}.json`, `${name}.jsonc`];
  return {
    settings: ({ config, project }) =>
      [join(config, name), project].flatMap((folder) =>
        files.map((file) => ({ path: join(folder, file), as: 'json' as const })),
      ),
    switches: [
      {
        at: ['permission'],
        is: ['allow'],
        about: 'bypass',
        what: 'nothing is asked about',
        fix: 'set "permission": { "*": "ask" } and allow what you need',
      },
      {
        at: ['permission', '*'],
        is: ['allow'],
        about: 'blanket-allow',
        what: 'a whole tool is allowed',
        fix: 'name what is allowed: { "npm test": "allow", "*": "ask" }',
      },
    ],
    unset: {
      at: ['permission'],
      what: 'no permission is set, and then everything is allowed',
      fix: 'set "permission": { "*": "ask" } and allow what you need',
    },
    code: [
      ...['plugin', 'plugins'].flatMap((folder): readonly OtherCode[] => [
        { of: 'project', can: inProcess, path: ({ project }) => join(project, `.${name}`, folder) },
        { of: 'user', can: inProcess, path: ({ config }) => join(config, name, folder) },
      ]),
      ...files.flatMap((file): readonly OtherCode[] => [
        { of: 'project', can: inProcess, path: ({ project }) => join(project, file), list: ['plugin'] },
        { of: 'user', can: inProcess, path: ({ config }) => join(config, name, file), list: ['plugin'] },
      ]),
      ...(window === undefined ? [] : ['tui.json', `.${name}/tui.json`]).map((file): OtherCode => ({
        of: 'project',
        can: `it runs inside the window of ${title}, and may answer approval requests there`,
        path: ({ project }) => join(project, file),
        list: ['plugin'],
      })),
    ],
    checks: pluginLoaded(name),
  };
}

const canary = ({ name }: Family): CanaryRecipe => ({
  files: ({ url }) => [
    {
      path: `.config/${name}/${name}.json`,
      text: JSON.stringify({
        autoupdate: false,
        share: 'disabled',
        model: 'canary/canary',
        small_model: 'canary/canary',
        enabled_providers: ['canary'],
        provider: {
          canary: {
            npm: '@ai-sdk/openai-compatible',
            name: 'canary',
            options: { baseURL: `${url}/v1`, apiKey: 'dummy' },
            models: {
              canary: { name: 'canary', tool_call: true, limit: { context: 100_000, output: 4096 } },
            },
          },
        },
      }),
    },
  ],
  runs: () => [['run', '--format', 'json', 'go']],
  env: () => ({
    ...Object.fromEntries(
      ['AUTOUPDATE', 'MODELS_FETCH', 'LSP_DOWNLOAD', 'DEFAULT_PLUGINS'].map((what) => [
        `${name.toUpperCase()}_DISABLE_${what}`,
        '1',
      ]),
    ),
    // It would look for packages at start, and wait for the network.
    npm_config_registry: 'http://127.0.0.1:9/',
    npm_config_fetch_retries: '0',
  }),
  call: (command) => ({ tool: 'bash', input: { command, description: 'leaves a mark' } }),
});

export const opencodeSetup: HostSetup = {
  ...openCodeSetup({ name: 'opencode', window: true }),
  transcripts: opencodeTranscripts,
};
