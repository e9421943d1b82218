import { join } from 'node:path';
import type { CanaryRecipe } from '../../canary/recipe.ts';
import { everyHookIsOpen, type Examination } from '../../examine/examination.ts';
import { launchLine } from '../../launch/launcher.ts';
import { hookMark, type HostPlaces } from '../../install/installer.ts';
import type { HostSetup } from '../host-setup.ts';

const deadline = 540;
const milliseconds = 600_000;

const installer: HostSetup['installer'] = {
  commands: ['reasonix'],
  folders: (places) => [reasonixHome(places)],
  rules: () => [],
  measured: true,
  bypassFlags:
    /--dangerously-skip-permissions|--permission-mode[ =](?:danger-full-access|bypassPermissions)|--auto\b|(?:^|\s)-y\b/,
  register: ({ places, programs }) => [
    {
      path: join(reasonixHome(places), 'settings.json'),
      why: 'a hook before every tool, with more patience than the hook itself',
      pieces: [
        {
          as: 'json-item',
          at: ['hooks', 'PreToolUse'],
          mark: hookMark,
          item: {
            match: '*',
            command: launchLine({ ...programs, host: 'reasonix', deadline }),
            timeout: milliseconds,
          },
        },
      ],
    },
  ],
};

function reasonixHome({ home, env }: Pick<HostPlaces, 'home' | 'env'>): string {
  return env['REASONIX_HOME'] ?? join(home, '.reasonix');
}

const examination: Examination = {
  settings: (places) => [
    { path: join(reasonixHome(places), 'settings.json'), as: 'json' },
    { path: join(places.project, '.reasonix/settings.json'), as: 'json' },
  ],
  switches: [],
  hooks: { at: ['hooks', 'PreToolUse'], open: everyHookIsOpen },
};

const canary: CanaryRecipe = {
  files: ({ url }) => [{ path: '.reasonix/config.toml', text: reasonixConfig(url) }],
  runs: () => [['run', 'go']],
  env: () => ({ CANARY_KEY: 'dummy' }),
  call: (command) => ({ tool: 'bash', input: { command } }),
};

/**
 * The configuration of a home in which the program talks to one model only. No sandbox: the two commands are ours.
 */
export function reasonixConfig(url: string): string {
  return [
    'default_model = "canary"',
    '[[providers]]',
    'name = "canary"',
    'kind = "openai"',
    `base_url = "${url}/v1"`,
    'model = "canary"',
    'api_key_env = "CANARY_KEY"',
    '[sandbox]',
    'bash = "off"',
    '[telemetry]',
    'mode = "off"',
    '',
  ].join('\n');
}

export const reasonixSetup: HostSetup = { installer, examination, canary };
