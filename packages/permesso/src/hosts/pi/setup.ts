import { join } from 'node:path';
import type { CanaryRecipe } from '../../canary/recipe.ts';
import type { Examination, OtherCode } from '../../examine/examination.ts';
import { pluginLoaded } from '../../examine/plugin-loaded.ts';
import type { HostPlaces } from '../../install/installer.ts';
import { pluginFor, pluginMark } from '../../install/plugin-files.ts';
import { loadReportFile } from '../../intercept/start-plugin.ts';
import type { HostSetup } from '../host-setup.ts';

const installer: HostSetup['installer'] = {
  commands: ['pi'],
  folders: (places) => [piHome(places)],
  rules: () => [],
  needs: ({ plugin }) => [pluginFor('pi', plugin)],
  leaves: (state) => [loadReportFile(state, 'pi')],
  measured: true,
  bypassFlags: /--no-extensions\b|(?:^|\s)-ne\b/,
  register: ({ places, programs }) => [
    {
      path: join(piHome(places), 'settings.json'),
      why: 'an extension that is asked before every tool',
      pieces: [
        {
          as: 'json-item',
          at: ['extensions'],
          mark: pluginMark(pluginFor('pi', programs.plugin)),
          item: pluginFor('pi', programs.plugin),
        },
      ],
    },
  ],
};

function piHome({ home, env }: Pick<HostPlaces, 'home' | 'env'>): string {
  return env['PI_CODING_AGENT_DIR'] ?? join(home, '.pi/agent');
}

const can = 'it runs inside Pi, may replace tools, and can do anything that you can';

const examination: Examination = {
  settings: (places) => [
    { path: join(piHome(places), 'settings.json'), as: 'json' },
    { path: join(places.project, '.pi/settings.json'), as: 'json' },
  ],
  switches: [
    {
      at: ['defaultProjectTrust'],
      is: ['always'],
      about: 'bypass',
      what: 'the extensions of every project are loaded, and can replace tools after Permesso has decided',
      fix: 'remove defaultProjectTrust',
    },
  ],
  code: [
    { of: 'project', can, path: ({ project }) => join(project, '.pi/extensions') },
    { of: 'user', can, path: (places) => join(piHome(places), 'extensions') },
    ...['extensions', 'packages'].flatMap((list): readonly OtherCode[] => [
      { of: 'project', can, path: ({ project }) => join(project, '.pi/settings.json'), list: [list] },
      { of: 'user', can, path: (places) => join(piHome(places), 'settings.json'), list: [list] },
    ]),
  ],
  checks: pluginLoaded('pi'),
};

const canary: CanaryRecipe = {
  files: ({ url }) => [
    { path: '.pi/agent/models.json', text: piModels(url) },
    {
      path: '.pi/agent/settings.json',
      text: JSON.stringify({ defaultProvider: 'canary', defaultModel: 'canary' }),
    },
  ],
  runs: () => [['-p', 'go']],
  env: () => ({ PI_OFFLINE: '1', PI_TELEMETRY: '0', PI_SKIP_VERSION_CHECK: '1' }),
  call: (command) => ({ tool: 'bash', input: { command } }),
};

/** A provider with one model on loopback. */
export function piModels(url: string): string {
  return JSON.stringify({
    providers: {
      canary: {
        baseUrl: `${url}/v1`,
        api: 'openai-completions',
        apiKey: 'dummy',
        models: [{ id: 'canary' }],
      },
    },
  });
}

export const piSetup: HostSetup = { installer, examination, canary };
