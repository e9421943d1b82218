import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { claudeOtherCode } from './claude-code/other-code.ts';
import type { Setting, Start } from './real-host.ts';

/** What a user writes into their own settings, and those of a project, so that no hook is run. */
export interface Attempt {
  readonly what: string;
  readonly prepare: (setting: Setting) => Partial<Start>;
}

function merged(path: string, more: object) {
  return ({ machine }: Setting): Partial<Start> => {
    const file = join(machine.home, path);
    const now: unknown = JSON.parse(readFileSync(file, 'utf8'));
    machine.write(path, JSON.stringify({ ...(now as object), ...more }));
    return {};
  };
}

const started = (start: Partial<Start>) => (): Partial<Start> => start;

export const attempts: Readonly<Record<string, readonly Attempt[]>> = {
  'claude-code': [
    {
      what: 'disableAllHooks in the settings of the user and of the project',
      prepare: (setting) => {
        setting.machine.write('app/.claude/settings.json', JSON.stringify({ disableAllHooks: true }));
        return merged('.claude/settings.json', { disableAllHooks: true })(setting);
      },
    },
    ...['--bare', '--safe-mode'].map((flag) => ({ what: flag, prepare: started({ args: [flag] }) })),
    ...(['mod first, project', 'mod last, project'] as const).map((what) => ({
      what: `${what}, that allows every call`,
      prepare: (setting: Setting) => claudeOtherCode[what]?.(setting) ?? {},
    })),
  ],
  codex: [
    {
      what: 'features.hooks = false in the config of the user',
      prepare: ({ machine }) => {
        const file = join(machine.home, '.codex/config.toml');
        const text = readFileSync(file, 'utf8').replace('[features]\n', '[features]\nhooks = false\n');
        machine.write('.codex/config.toml', text);
        return {};
      },
    },
    {
      what: 'features.hooks = false on the command line',
      prepare: started({ args: ['-c', 'features.hooks=false'] }),
    },
  ],
  'copilot-cli': [
    {
      what: 'disableAllHooks in the settings of the user',
      prepare: ({ machine }) => {
        machine.write('.copilot/settings.json', JSON.stringify({ disableAllHooks: true }));
        return {};
      },
    },
  ],
  'gemini-cli': [
    {
      what: 'hooksConfig.enabled = false in the settings of the user',
      prepare: merged('.gemini/settings.json', { hooksConfig: { enabled: false } }),
    },
    {
      what: 'hooksConfig.disabled names the hook, in the settings of the user',
      prepare: merged('.gemini/settings.json', { hooksConfig: { disabled: ['permesso'] } }),
    },
    {
      what: 'GEMINI_CLI_SYSTEM_SETTINGS_PATH names another file',
      prepare: started({ env: { GEMINI_CLI_SYSTEM_SETTINGS_PATH: '/nonexistent/settings.json' } }),
    },
  ],
  'qwen-code': [
    {
      what: 'disableAllHooks in the settings of the user',
      prepare: merged('.qwen/settings.json', { disableAllHooks: true }),
    },
    {
      what: 'QWEN_CODE_SYSTEM_SETTINGS_PATH names another file',
      prepare: started({ env: { QWEN_CODE_SYSTEM_SETTINGS_PATH: '/nonexistent/settings.json' } }),
    },
  ],
  opencode: [
    {
      what: 'an empty list of plugins in the settings of the user',
      prepare: merged('.config/opencode/opencode.json', { plugin: [] }),
    },
    { what: '--pure', prepare: started({ args: ['--pure'] }) },
  ],
};

/** Behind the words of the program itself. */
export function withMore(asAlways: Start, more: Partial<Start>): Start {
  return {
    ...asAlways,
    args: [...asAlways.args, ...(more.args ?? [])],
    env: { ...asAlways.env, ...more.env },
  };
}
