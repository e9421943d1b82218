import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { CanaryRecipe } from '../../canary/recipe.ts';
import type { Examination } from '../../examine/examination.ts';
import { pluginLoaded } from '../../examine/plugin-loaded.ts';
import type { HostPlaces, InstallContext } from '../../install/installer.ts';
import type { Registration } from '../../install/file-change.ts';
import { pluginFor } from '../../install/plugin-files.ts';
import { loadReportFile } from '../../intercept/start-plugin.ts';
import type { HostSetup } from '../host-setup.ts';

const installer: HostSetup['installer'] = {
  commands: ['openclaw'],
  folders: (places) => [openClawHome(places)],
  rules: () => [],
  needs: ({ plugin }) => [pluginFor('openclaw', plugin)],
  leaves: (state) => [loadReportFile(state, 'openclaw')],
  measured: true,
  bypassFlags: /\bagent\s+exec\b/,
  register: ({ places, programs }) => [
    ...pluginFolder(places, pluginFor('openclaw', programs.plugin)),
    {
      path: configFile(places),
      why: 'a plug-in that is asked before every tool',
      pieces: [
        {
          as: 'json-item',
          at: ['plugins', 'load', 'paths'],
          mark: ownFolder,
          item: join(openClawHome(places), ownFolder),
        },
        {
          as: 'json-entry',
          at: ['plugins', 'entries'],
          name: 'permesso',
          mark: 'openclaw',
          runs: true,
          value: { enabled: true, config: { plugin: pluginFor('openclaw', programs.plugin) } },
        },
      ],
    },
  ],
};

const ownFolder = 'permesso-plugin';

/** It loads folders with a manifest, and only plug-ins that ask to be loaded at start. */
function pluginFolder(places: InstallContext['places'], plugin: string): readonly Registration[] {
  const file = (name: string, text: string, why: string): Registration => ({
    path: join(openClawHome(places), ownFolder, name),
    why,
    pieces: [{ as: 'file', text, mark: 'permesso', ...(name.endsWith('.js') ? { runs: true } : {}) }],
  });
  const manifest = {
    id: 'permesso',
    name: 'Permesso',
    version: '1.0.0',
    activation: { onStartup: true },
    configSchema: {
      type: 'object',
      additionalProperties: false,
      properties: { plugin: { type: 'string' } },
    },
  };
  const described = {
    name: 'permesso-openclaw',
    version: '1.0.0',
    type: 'module',
    openclaw: { extensions: ['./index.js'] },
  };
  return [
    file('openclaw.plugin.json', `${JSON.stringify(manifest, null, 2)}\n`, 'what the plug-in is'),
    file('package.json', `${JSON.stringify(described, null, 2)}\n`, 'where the plug-in begins'),
    file(
      'index.js',
      `export { default } from ${JSON.stringify(pathToFileURL(plugin).href)}; // permesso\n`,
      'loads the plug-in of the package',
    ),
  ];
}

function openClawHome({ home, env }: Pick<HostPlaces, 'home' | 'env'>): string {
  return env['OPENCLAW_STATE_DIR'] ?? join(env['OPENCLAW_HOME'] ?? home, '.openclaw');
}

function configFile(places: Pick<HostPlaces, 'home' | 'env'>): string {
  return places.env['OPENCLAW_CONFIG_PATH'] ?? join(openClawHome(places), 'openclaw.json');
}

const examination: Examination = {
  settings: (places) => [{ path: configFile(places), as: 'json' }],
  switches: [
    {
      at: ['plugins', 'enabled'],
      is: [false],
      about: 'bypass',
      what: 'no plug-in is loaded, so Permesso is not asked',
      fix: 'remove plugins.enabled',
    },
    {
      at: ['plugins', 'entries', 'permesso', 'enabled'],
      is: [false],
      about: 'bypass',
      what: "Permesso's plug-in is disabled",
      fix: 'permesso init',
    },
  ],
  checks: pluginLoaded('openclaw'),
};

const canary: CanaryRecipe = {
  files: ({ url, project }) => [
    { path: '.openclaw/openclaw.json', text: openClawConfig({ url, workspace: project }) },
  ],
  runs: () => [['agent', '--local', '--agent', 'main', '--timeout', '120', '--message', 'go']],
  env: () => ({ OPENCLAW_OFFLINE: '1' }),
  // It loads about a hundred packages before it calls its model.
  patience: 240_000,
  call: (command) => ({ tool: 'exec', input: { command } }),
};

/** A provider with one model on loopback, and no plug-in but ours. */
export function openClawConfig({
  url,
  workspace,
}: {
  readonly url: string;
  readonly workspace: string;
}): string {
  const model = { id: 'canary', name: 'canary', contextWindow: 128_000, maxTokens: 4096 };
  return JSON.stringify({
    agents: { defaults: { model: { primary: 'canary/canary' }, workspace } },
    models: {
      mode: 'merge',
      providers: {
        canary: { baseUrl: `${url}/v1`, apiKey: 'dummy', api: 'openai-completions', models: [model] },
      },
    },
    plugins: { allow: ['permesso'] },
  });
}

export const openClawSetup: HostSetup = { installer, examination, canary };
