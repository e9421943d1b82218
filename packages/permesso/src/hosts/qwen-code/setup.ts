import { join } from 'node:path';
import type { CanaryRecipe } from '../../canary/recipe.ts';
import { everyHookIsOpen, type Examination } from '../../examine/examination.ts';
import { qwenCodeTranscripts } from './transcripts.ts';
import { hookPieces } from '../../install/hook-pieces.ts';
import type { HostSetup } from '../host-setup.ts';

const installer: HostSetup['installer'] = {
  commands: ['qwen'],
  folders: ({ home }) => [join(home, '.qwen')],
  rules: () => [],
  measured: true,
  bypassFlags: /--yolo\b|(?:^|\s)-y\b|--approval-mode[ =]yolo/,
  register: ({ places: { home }, programs }) => [
    {
      path: join(home, '.qwen/settings.json'),
      why: 'a hook before every tool, with more patience than the hook itself; one after it that records how the call ended; one before your messages, which keeps what they order',
      pieces: hookPieces(programs, {
        host: 'qwen-code',
        before: 'PreToolUse',
        after: ['PostToolUse', 'PostToolUseFailure'],
        prompt: 'UserPromptSubmit',
        matcher: '.*',
        timeoutIn: 'milliseconds',
        named: true,
      }),
    },
  ],
};

const examination: Examination = {
  settings: ({ home, project }) => [
    { path: join(home, '.qwen/settings.json'), as: 'json' },
    { path: join(project, '.qwen/settings.json'), as: 'json' },
  ],
  switches: [
    {
      at: ['disableAllHooks'],
      is: [true],
      about: 'hooks-off',
      what: "no hooks run, including Permesso's",
      fix: 'remove disableAllHooks',
    },
    {
      at: ['tools', 'approvalMode'],
      is: ['yolo'],
      about: 'bypass',
      what: 'it starts without asking about anything',
      fix: 'remove tools.approvalMode',
    },
    {
      at: ['tools', 'autoAccept'],
      is: [true],
      about: 'bypass',
      what: 'calls that it considers harmless run without asking',
      fix: 'remove tools.autoAccept',
    },
  ],
  hooks: { at: ['hooks', 'PreToolUse'], open: everyHookIsOpen },
};

const settings = {
  security: { auth: { selectedType: 'openai' } },
  general: { enableAutoUpdate: false },
  telemetry: { enabled: false },
  privacy: { usageStatisticsEnabled: false },
};

const canary: CanaryRecipe = {
  files: () => [{ path: '.qwen/settings.json', text: JSON.stringify(settings) }],
  runs: () => [['-p', 'go', '--approval-mode', 'yolo']],
  env: ({ url }) => ({
    OPENAI_API_KEY: 'dummy',
    OPENAI_BASE_URL: `${url}/v1`,
    OPENAI_MODEL: 'canary',
    QWEN_CODE_DISABLE_TELEMETRY: '1',
  }),
  call: (command) => ({
    tool: 'run_shell_command',
    input: { command, description: 'leaves a mark', is_background: false },
  }),
};

export const qwenCodeSetup: HostSetup = { installer, examination, canary, transcripts: qwenCodeTranscripts };
