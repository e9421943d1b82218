import { join } from 'node:path';
import type { CanaryRecipe } from '../../canary/recipe.ts';
import { everyHookIsOpen, type Examination } from '../../examine/examination.ts';
import { afterLine, launchLine } from '../../launch/launcher.ts';
import type { TomlItem } from '../../install/file-change.ts';
import { hookMark, type HostPlaces } from '../../install/installer.ts';
import type { HostSetup } from '../host-setup.ts';

/** It waits ten minutes at most, then runs the call. */
const deadline = 540;
const timeout = 600;

const installer: HostSetup['installer'] = {
  commands: ['kimi'],
  folders: (places) => [kimiHome(places)],
  rules: () => [],
  measured: true,
  bypassFlags: /--yolo\b|--auto\b|(?:^|\s)-y\b/,
  register: ({ places, programs }) => {
    const told = { ...programs, host: 'kimi-code' };
    return [
      {
        path: join(kimiHome(places), 'config.toml'),
        why: 'a hook before every tool, with more patience than the hook itself; one after it that records how the call ended',
        pieces: [
          hookItem('PreToolUse', launchLine({ ...told, deadline }), timeout),
          hookItem('PostToolUse', afterLine(told), 10),
          hookItem('PostToolUseFailure', afterLine(told), 10),
        ],
      },
    ];
  },
};

function hookItem(event: string, command: string, seconds: number): TomlItem {
  const name = `event = ${JSON.stringify(event)}`;
  return {
    as: 'toml-item',
    heading: 'hooks',
    mark: [name, hookMark],
    body: `${name}\ncommand = ${JSON.stringify(command)}\ntimeout = ${seconds}`,
  };
}

function kimiHome({ home, env }: Pick<HostPlaces, 'home' | 'env'>): string {
  return env['KIMI_CODE_HOME'] ?? join(home, '.kimi-code');
}

const examination: Examination = {
  settings: (places) => [{ path: join(kimiHome(places), 'config.toml'), as: 'toml' }],
  switches: [
    ...['yolo', 'auto'].map((mode) => ({
      at: ['default_permission_mode'],
      is: [mode],
      about: 'bypass' as const,
      what: mode === 'auto' ? 'it starts without asking about anything' : 'most calls are not asked about',
      fix: 'remove default_permission_mode',
    })),
    { at: ['yolo'], is: [true], about: 'bypass', what: 'most calls are not asked about', fix: 'remove yolo' },
  ],
  hooks: { at: ['hooks'], open: everyHookIsOpen },
};

const canary: CanaryRecipe = {
  files: ({ url }) => [{ path: '.kimi-code/config.toml', text: kimiConfig(url) }],
  runs: () => [['-p', 'go']],
  env: () => ({ KIMI_DISABLE_TELEMETRY: '1' }),
  call: (command) => ({ tool: 'Bash', input: { command } }),
};

/** The configuration of a home in which the program talks to one model only. */
export function kimiConfig(url: string): string {
  return [
    'default_model = "canary"',
    'telemetry = false',
    '[providers.canary]',
    'type = "openai"',
    `base_url = "${url}/v1"`,
    'api_key = "dummy"',
    '[models.canary]',
    'provider = "canary"',
    'model = "canary"',
    'max_context_size = 100000',
    '',
  ].join('\n');
}

export const kimiCodeSetup: HostSetup = { installer, examination, canary };
