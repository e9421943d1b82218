import { join } from 'node:path';
import type { CanaryRecipe } from '../../canary/recipe.ts';
import { besideOurHook, everyHookIsOpen, type Examination, type Switch } from '../../examine/examination.ts';
import type { Registration } from '../../install/file-change.ts';
import { fileMark } from '../../install/installer.ts';
import { hookPieces } from '../../install/hook-pieces.ts';
import { nativeDenies } from '../../install/native-denies.ts';
import { geminiCliTranscripts } from './transcripts.ts';
import type { HostSetup } from '../host-setup.ts';

const installer: HostSetup['installer'] = {
  commands: ['gemini'],
  folders: ({ home }) => [join(home, '.gemini')],
  rules: ({ home }) => [
    { format: 'gemini', path: join(home, '.gemini/policies'), ending: '.toml', of: 'user' },
  ],
  measured: true,
  bypassFlags: /--yolo\b|(?:^|\s)-y\b|--approval-mode[ =]yolo/,
  register: ({ places: { home }, programs, denies }) => {
    const rules = nativeDenies('gemini', denies);
    return [
      {
        path: join(home, '.gemini/settings.json'),
        why: 'a hook before every tool, with more patience than the hook itself; one after it that records how the call ended; one before your messages, which keeps what they order',
        pieces: hookPieces(programs, {
          host: 'gemini-cli',
          before: 'BeforeTool',
          after: ['AfterTool'],
          prompt: 'BeforeAgent',
          matcher: '.*',
          timeoutIn: 'milliseconds',
          named: true,
        }),
      },
      ...(rules.length === 0
        ? []
        : [
            {
              path: join(home, '.gemini/policies/permesso.toml'),
              why: 'what the policy refuses, once more as rules of Gemini CLI',
              pieces: [{ as: 'file', mark: fileMark, text: `${fileMark}\n\n${rules.join('\n')}` }],
            } satisfies Registration,
          ]),
    ];
  },
};

const off = { about: 'hooks-off', what: "no hooks run, including Permesso's" } as const;

const examination: Examination = {
  settings: ({ home, project }) => [
    { path: '/etc/gemini-cli/settings.json', as: 'json' },
    { path: join(home, '.gemini/settings.json'), as: 'json' },
    { path: join(project, '.gemini/settings.json'), as: 'json' },
  ],
  switches: [
    ...[
      ['hooksConfig', 'enabled'],
      ['tools', 'enableHooks'],
    ].map((at): Switch => ({ ...off, at, is: [false], fix: `remove ${at.join('.')}` })),
    {
      at: ['hooksConfig', 'disabled', '*'],
      is: ['permesso'],
      about: 'hooks-off',
      what: "Permesso's hook is disabled by name",
      fix: 'remove permesso from hooksConfig.disabled',
    },
    ...['yolo', 'auto_edit'].map((mode): Switch => ({
      at: ['general', 'defaultApprovalMode'],
      is: [mode],
      about: 'bypass',
      what: mode === 'yolo' ? 'it starts without asking about anything' : 'edits are not asked about',
      fix: 'remove general.defaultApprovalMode',
    })),
    {
      at: ['tools', 'autoAccept'],
      is: [true],
      about: 'bypass',
      what: 'calls that it considers harmless run without asking',
      fix: 'remove tools.autoAccept',
    },
    {
      at: ['tools', 'allowed', '*'],
      is: ['run_shell_command', 'ShellTool'],
      about: 'blanket-allow',
      what: 'allows every command',
      fix: 'name the commands: run_shell_command(npm test)',
    },
  ],
  hooks: { at: ['hooks', 'BeforeTool'], open: everyHookIsOpen },
  code: [
    {
      of: 'user',
      can: besideOurHook,
      path: ({ home }) => join(home, '.gemini/extensions'),
      with: ['hooks/hooks.json', 'policies'],
    },
    {
      of: 'project',
      can: besideOurHook,
      path: ({ project }) => join(project, '.gemini/extensions'),
      with: ['hooks/hooks.json', 'policies'],
    },
    {
      of: 'project',
      can: besideOurHook,
      path: ({ project }) => join(project, '.gemini/settings.json'),
      list: ['hooks', 'BeforeTool'],
    },
    {
      of: 'user',
      can: besideOurHook,
      path: ({ home }) => join(home, '.gemini/settings.json'),
      list: ['hooks', 'BeforeTool'],
    },
  ],
};

const settings = {
  security: { auth: { selectedType: 'gemini-api-key' } },
  general: { enableAutoUpdate: false, enableAutoUpdateNotification: false },
  telemetry: { enabled: false },
  privacy: { usageStatisticsEnabled: false },
};

const canary: CanaryRecipe = {
  files: () => [{ path: '.gemini/settings.json', text: JSON.stringify(settings) }],
  // Without a terminal it offers no shell in its other modes; the hook is called all the same.
  runs: () => [['-p', 'go', '--approval-mode', 'yolo', '--skip-trust', '-m', 'gemini-2.5-flash']],
  env: ({ url }) => ({
    GEMINI_API_KEY: 'dummy',
    GOOGLE_GEMINI_BASE_URL: url,
    GEMINI_CLI_TRUST_WORKSPACE: 'true',
  }),
  call: (command) => ({ tool: 'run_shell_command', input: { command, description: 'leaves a mark' } }),
};

export const geminiCliSetup: HostSetup = {
  installer,
  examination,
  canary,
  transcripts: geminiCliTranscripts,
};
