import { basename, dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CanaryRecipe } from '../../canary/recipe.ts';
import type { CheckContext, Examination, OtherCode } from '../../examine/examination.ts';
import type { Check } from '../../examine/finding.ts';
import { loadReportFile, type LoadReport } from './load-report.ts';
import { readText } from '@permesso/gate/storage';
import type { JsonKeys } from '../../install/file-change.ts';
import type { HostPlaces, InstallContext, Installer } from '../../install/installer.ts';
import { nativeDenies } from '../../install/native-denies.ts';

/** By the end of its path, in the package or among the sources: plugins of others are called `opencode-something` too. */
function pathEnd(file: string): string {
  const name = basename(file);
  return name.startsWith('opencode-') ? `/${name}` : `/hosts/opencode/${name.replace(/[jt]s$/, '')}`;
}

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
  needs: ({ plugin }) => [plugin, windowBeside(plugin)],
  opensWithoutUs: true,
  leaves: (state) => [dirname(loadReportFile(state))],
  measured: true,
  register: (situation) => [
    {
      path: configFile(situation),
      why: 'a plugin that is asked before every tool; what the policy refuses, once more as permissions',
      pieces: [
        {
          as: 'json-item',
          at: ['plugin'],
          mark: pathEnd(situation.programs.plugin),
          item: pathToFileURL(situation.programs.plugin).href,
        },
        ...permissions(nativeDenies('opencode', situation.denies)),
      ],
    },
    {
      path: join(folderOf(situation.places), 'tui.json'),
      why: 'shows approval requests in its window',
      pieces: [
        {
          as: 'json-item',
          at: ['plugin'],
          mark: pathEnd(windowBeside(situation.programs.plugin)),
          item: pathToFileURL(windowBeside(situation.programs.plugin)).href,
        },
      ],
    },
  ],
};

/** What its window loads stands beside what it asks before every tool. */
function windowBeside(plugin: string): string {
  return join(dirname(plugin), basename(plugin).replace('plugin', 'window'));
}

function folderOf({ config }: HostPlaces): string {
  return join(config, 'opencode');
}

/** It reads both; the one that is there is the one the person knows. */
function configFile({ places, exists }: InstallContext): string {
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

const inProcess =
  'it runs inside OpenCode, may reply to permission requests, and can do anything that you can';

export const opencodeExamination: Examination = {
  host: 'opencode',
  settings: ({ config, project }) => [
    { path: join(config, 'opencode/opencode.json'), as: 'json' },
    { path: join(config, 'opencode/opencode.jsonc'), as: 'json' },
    { path: join(project, 'opencode.json'), as: 'json' },
    { path: join(project, 'opencode.jsonc'), as: 'json' },
  ],
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
    ...['plugin', 'plugins'].flatMap((name): readonly OtherCode[] => [
      { of: 'project', can: inProcess, path: ({ project }) => join(project, '.opencode', name) },
      { of: 'user', can: inProcess, path: ({ config }) => join(config, 'opencode', name) },
    ]),
    ...['opencode.json', 'opencode.jsonc'].flatMap((name): readonly OtherCode[] => [
      { of: 'project', can: inProcess, path: ({ project }) => join(project, name), list: ['plugin'] },
      {
        of: 'user',
        can: inProcess,
        path: ({ config }) => join(config, 'opencode', name),
        list: ['plugin'],
      },
    ]),
    ...['tui.json', '.opencode/tui.json'].map((name): OtherCode => ({
      of: 'project',
      can: 'it runs inside the window of OpenCode, and may answer approval requests there',
      path: ({ project }) => join(project, name),
      list: ['plugin'],
    })),
  ],
  checks: pluginLoaded,
};

/** OpenCode says nothing about a plugin that it could not load, so ours leaves a sign when it was. */
function pluginLoaded({ state, programs, isProven }: CheckContext): readonly Check[] {
  const beat = readLoadReport(state);
  const fix = 'start opencode once, then run permesso doctor again';
  // The canary's plugin leaves its sign in the canary's own home.
  if (beat === undefined && isProven)
    return [
      {
        name: 'loaded',
        is: 'ok',
        what: 'the canary loaded the plugin; opencode has not been started here since init',
      },
    ];
  if (beat === undefined)
    return [{ name: 'loaded', is: 'unknown', what: 'the plugin has never been loaded', fix }];
  if (beat.missing !== undefined)
    return [{ name: 'loaded', is: 'wrong', what: `no call will run: ${beat.missing}`, fix: 'permesso init' }];
  const when = new Date(beat.at).toISOString().slice(0, 10);
  return beat.plugin === programs.plugin
    ? [{ name: 'loaded', is: 'ok', what: `the plugin was loaded on ${when}` }]
    : [{ name: 'loaded', is: 'unknown', what: `another plugin was loaded on ${when}: ${beat.plugin}`, fix }];
}

function readLoadReport(state: string): LoadReport | undefined {
  const read = readText(loadReportFile(state));
  if (!('text' in read)) return undefined;
  try {
    const value: unknown = JSON.parse(read.text);
    if (typeof value !== 'object' || value === null) return undefined;
    const { at, plugin } = value as Partial<LoadReport>;
    return typeof at === 'number' && typeof plugin === 'string' ? (value as LoadReport) : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

export const opencodeCanary: CanaryRecipe = {
  host: 'opencode',
  files: ({ url }) => [
    {
      path: '.config/opencode/opencode.json',
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
    OPENCODE_DISABLE_AUTOUPDATE: '1',
    OPENCODE_DISABLE_MODELS_FETCH: '1',
    OPENCODE_DISABLE_LSP_DOWNLOAD: '1',
    OPENCODE_DISABLE_DEFAULT_PLUGINS: '1',
    // It would look for packages at start, and wait for the network.
    npm_config_registry: 'http://127.0.0.1:9/',
    npm_config_fetch_retries: '0',
  }),
  call: (command) => ({ tool: 'bash', input: { command, description: 'leaves a mark' } }),
};
