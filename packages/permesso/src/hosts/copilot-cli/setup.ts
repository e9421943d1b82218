import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { entry, readJsonc, textsIn } from '@permesso/engine/text';
import { readText } from '@permesso/gate/disk';
import { bridgeCommand, bridgeMark, bridgeName } from '../../bridge/bridge-command.ts';
import type { CanaryRecipe } from '../../canary/recipe.ts';
import { besideOurHook, type Examination } from '../../examine/examination.ts';
import type { HostFinding } from '../../examine/finding.ts';
import { afterLine, launchLine } from '../../launch/launcher.ts';
import { hookMark, type HostPlaces } from '../../install/installer.ts';
import { copilotCliTranscripts } from './transcripts.ts';
import type { HostSetup } from '../host-setup.ts';

/** After a timeout Copilot runs the call, regardless of who registered the hook: far above the time we take. */
const deadline = 540;
const timeoutSec = 600;
const shellKey = process.platform === 'win32' ? 'powershell' : 'bash';

const installer: HostSetup['installer'] = {
  commands: ['copilot'],
  folders: (places) => [folderOf(places)],
  // Its approvals are per folder: imported as the person's rules they would apply everywhere.
  rules: () => [],
  measured: true,
  bypassFlags: /--allow-all(?:-tools)?\b|--yolo\b/,
  register: ({ places, programs }) => [
    {
      path: join(folderOf(places), 'hooks/permesso.json'),
      why: 'a hook before every tool and one after it, in your own folder: hooks of a repository are skipped until it is trusted',
      pieces: [
        { as: 'json-default', name: 'version', value: 1 },
        {
          as: 'json-item',
          at: ['hooks', 'preToolUse'],
          mark: hookMark,
          item: {
            type: 'command',
            [shellKey]: launchLine({ ...programs, host: 'copilot-cli', deadline }),
            timeoutSec,
          },
        },
        {
          as: 'json-item',
          at: ['hooks', 'postToolUse'],
          mark: hookMark,
          item: {
            type: 'command',
            [shellKey]: afterLine({ ...programs, host: 'copilot-cli' }),
            timeoutSec: 10,
          },
        },
      ],
    },
    {
      path: join(folderOf(places), 'mcp-config.json'),
      why: 'a server that shows approval requests in its window',
      pieces: [
        {
          as: 'json-entry',
          at: ['mcpServers'],
          name: bridgeName,
          mark: bridgeMark,
          value: { type: 'local', ...bridgeCommand(programs), tools: ['*'] },
        },
      ],
    },
  ],
};

function folderOf({ home, env }: HostPlaces): string {
  return env['COPILOT_HOME'] ?? join(home, '.copilot');
}

const examination: Examination = {
  settings: ({ home, env, project }) => {
    const folder = env['COPILOT_HOME'] ?? join(home, '.copilot');
    return [
      { path: join(folder, 'settings.json'), as: 'json' },
      { path: join(folder, 'config.json'), as: 'json' },
      { path: join(project, '.github/copilot/settings.json'), as: 'json' },
    ];
  },
  switches: [
    {
      at: ['disableAllHooks'],
      is: [true],
      about: 'hooks-off',
      what: "no hooks run, including Permesso's",
      fix: 'remove disableAllHooks',
    },
  ],
  // Its hooks block when they crash; one that times out lets the call run.
  hooks: {
    at: ['hooks', 'preToolUse'],
    open: (hook) => {
      const seconds = 'timeoutSec' in hook ? hook.timeoutSec : undefined;
      return typeof seconds === 'number' && seconds >= 300
        ? undefined
        : 'when it is late, the call runs: give it "timeoutSec": 600';
    },
  },
  code: [
    { of: 'project', can: besideOurHook, path: ({ project }) => join(project, '.github/hooks') },
    {
      of: 'user',
      can: besideOurHook,
      path: ({ home, env }) => join(env['COPILOT_HOME'] ?? join(home, '.copilot'), 'hooks'),
    },
  ],
  scan: skippedRepositoryHooks,
};

/** A repository's hooks run in trusted folders only; elsewhere they are silently skipped. */
function skippedRepositoryHooks({ home, env, project }: HostPlaces): readonly HostFinding[] {
  const hooks = join(project, '.github/hooks');
  if (!existsSync(hooks)) return [];
  const config = readText(join(env['COPILOT_HOME'] ?? join(home, '.copilot'), 'config.json'));
  const read = 'text' in config ? readJsonc(config.text) : undefined;
  const trusted =
    read === undefined || 'error' in read
      ? []
      : textsIn(entry(read.root, 'trusted_folders')).map(({ text }) => text);
  return trusted.some((folder) => project === folder || project.startsWith(`${folder}/`))
    ? []
    : [
        {
          about: 'untrusted',
          level: 'warning',
          what: 'hooks of a folder that is not trusted: Copilot CLI silently skips them',
          file: hooks,
          fix: 'trust the folder in copilot, or keep the hook in your own folder',
        },
      ];
}

const canary: CanaryRecipe = {
  files: () => [],
  runs: ({ home }) => [
    [
      '-p',
      'go',
      '--no-color',
      '--no-auto-update',
      '--disable-builtin-mcps',
      '--no-custom-instructions',
      '--allow-all-tools',
      '--log-dir',
      join(home, 'logs'),
    ],
  ],
  env: ({ home, url }) => ({
    COPILOT_HOME: join(home, '.copilot'),
    COPILOT_OFFLINE: 'true',
    COPILOT_PROVIDER_BASE_URL: `${url}/v1`,
    COPILOT_PROVIDER_API_KEY: 'dummy',
    COPILOT_MODEL: 'gpt-4.1',
    COPILOT_AUTO_UPDATE: 'false',
  }),
  call: (command) => ({ tool: 'bash', input: { command, description: 'leaves a mark' } }),
};

export const copilotCliSetup: HostSetup = {
  installer,
  examination,
  canary,
  transcripts: copilotCliTranscripts,
};
