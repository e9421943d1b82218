import { join } from 'node:path';
import { entry, readJsonc, readToml, tableAt, valueAt } from '@permesso/engine/text';
import { readText } from '@permesso/gate/disk';
import { bridgeCommand, bridgeName } from '../../bridge/bridge-command.ts';
import type { CanaryRecipe } from '../../canary/recipe.ts';
import { besideOurHook, everyHookIsOpen, type Examination, type Switch } from '../../examine/examination.ts';
import type { HostFinding } from '../../examine/finding.ts';
import type { Piece, Registration } from '../../install/file-change.ts';
import { fileMark, type HostPlaces, type Programs } from '../../install/installer.ts';
import { hookPieces } from '../../install/hook-pieces.ts';
import { nativeDenies } from '../../install/native-denies.ts';
import { askCodexForTrust, codexTrustKey, namedByCodex } from './trust.ts';
import { codexTranscripts } from './transcripts.ts';
import type { HostSetup } from '../host-setup.ts';

const installer: HostSetup['installer'] = {
  commands: ['codex'],
  folders: (places) => [codexHome(places)],
  rules: (places) => [
    { format: 'codex', path: join(codexHome(places), 'rules'), ending: '.rules', of: 'user' },
  ],
  measured: true,
  trust: {
    ask: askCodexForTrust,
    keyOf: (places) => codexTrustKey(hooksFile(places)),
    // The hash covers the entry alone, wherever it is.
    keyIn: (home, key) => {
      const event = /:([a-z_]+):\d+:\d+$/.exec(key)?.[1] ?? 'pre_tool_use';
      return `${join(home, '.codex/hooks.json')}:${event}:0:0`;
    },
    note: (why) =>
      `Codex could not be asked what it would trust (${why}), and it silently skips hooks it does not trust: start codex, type /hooks, and trust the hook of permesso.`,
  },
  bypassFlags: /--dangerously-bypass-(?:approvals-and-sandbox|hook-trust)|--yolo\b/,
  register: ({ places, programs, denies, trust }) => {
    const rules = nativeDenies('codex', denies);
    return [
      {
        path: hooksFile(places),
        why: 'a hook before every tool, one after it that records how the call ended, and one before your messages that keeps what they order',
        pieces: hookPieces(programs, {
          host: 'codex',
          before: 'PreToolUse',
          after: ['PostToolUse'],
          prompt: 'UserPromptSubmit',
          matcher: '.*',
          timeoutIn: 'seconds',
        }),
      },
      {
        path: join(codexHome(places), 'config.toml'),
        why: 'a server that shows approval requests in its window; the hook as trusted, since Codex silently skips other hooks',
        pieces: [
          bridgeTable(programs),
          ...(trust === undefined
            ? []
            : [trust, ...(trust.others ?? [])].map(({ key, hash }): Piece => ({
                as: 'toml-table',
                heading: `hooks.state.${JSON.stringify(key)}`,
                body: `trusted_hash = ${JSON.stringify(hash)}`,
              }))),
        ],
      },
      ...(rules.length === 0
        ? []
        : [
            {
              path: join(codexHome(places), 'rules/permesso.rules'),
              why: 'what the policy refuses, once more as rules of Codex',
              pieces: [{ as: 'file', mark: fileMark, text: `${fileMark}\n${rules.join('')}` }],
            } satisfies Registration,
          ]),
    ];
  },
};

function bridgeTable(programs: Programs): Piece {
  const { command, args } = bridgeCommand(programs);
  return {
    as: 'toml-table',
    heading: `mcp_servers.${bridgeName}`,
    body: `command = ${JSON.stringify(command)}\nargs = ${JSON.stringify(args)}`,
  };
}

function hooksFile(places: Pick<HostPlaces, 'home' | 'env'>): string {
  return join(codexHome(places), 'hooks.json');
}

function codexHome({ home, env }: Pick<HostPlaces, 'home' | 'env'>): string {
  return env['CODEX_HOME'] ?? join(home, '.codex');
}

/** In the file itself, and in each of its profiles. */
function bypass(above: readonly string[]): readonly Switch[] {
  return [
    {
      at: [...above, 'approval_policy'],
      is: ['never'],
      with: { name: 'sandbox_mode', is: 'danger-full-access' },
      about: 'bypass',
      what: 'nothing is asked about and nothing is contained',
      fix: 'choose sandbox_mode = "workspace-write"',
    },
    {
      at: [...above, 'sandbox_mode'],
      is: ['danger-full-access'],
      about: 'bypass',
      what: 'commands run without a sandbox',
      fix: 'choose sandbox_mode = "workspace-write"',
    },
  ];
}

const examination: Examination = {
  settings: ({ home, env, project }) => [
    { path: '/etc/codex/requirements.toml', as: 'toml' },
    { path: join(env['CODEX_HOME'] ?? join(home, '.codex'), 'config.toml'), as: 'toml' },
    { path: join(project, '.codex/config.toml'), as: 'toml' },
    { path: join(env['CODEX_HOME'] ?? join(home, '.codex'), 'hooks.json'), as: 'json' },
    { path: join(project, '.codex/hooks.json'), as: 'json' },
  ],
  switches: [
    {
      at: ['allow_managed_hooks_only'],
      is: [true],
      about: 'hooks-off',
      what: 'only hooks of the requirements are run',
      fix: 'register the hook in requirements.toml',
    },
    ...['hooks', 'codex_hooks'].map((name): Switch => ({
      at: ['features', name],
      is: [false],
      about: 'hooks-off',
      what: "no hooks run, including Permesso's",
      fix: `remove ${name} = false`,
    })),
    {
      at: ['hooks', 'state', '*', 'enabled'],
      is: [false],
      about: 'hooks-off',
      what: 'a hook was disabled in /hooks',
      fix: 'enable it there, or remove enabled = false',
    },
    ...bypass([]),
    ...bypass(['profiles', '*']),
  ],
  hooks: { at: ['hooks', 'PreToolUse'], open: everyHookIsOpen },
  code: [
    {
      of: 'project',
      can: besideOurHook,
      path: ({ project }) => join(project, '.codex/hooks.json'),
      list: ['hooks', 'PreToolUse'],
    },
    {
      of: 'user',
      can: besideOurHook,
      path: ({ home, env }) => join(env['CODEX_HOME'] ?? join(home, '.codex'), 'hooks.json'),
      list: ['hooks', 'PreToolUse'],
    },
  ],
  scan: skippedHooks,
};

/** Hooks that Codex was never told to trust: it skips them silently, and their owner believes they are protected. */
function skippedHooks(places: HostPlaces): readonly HostFinding[] {
  const file = hooksFile(places);
  const read = readText(file);
  const hooks = 'text' in read ? readJsonc(read.text) : undefined;
  if (hooks === undefined || 'error' in hooks) return [];
  const config = readText(join(file, '../config.toml'));
  const table = 'text' in config ? readToml(config.text) : undefined;
  const state = tableAt(
    tableAt(table === undefined || 'error' in table ? undefined : table.table, 'hooks'),
    'state',
  );
  return (entry(hooks.root, 'hooks', 'PreToolUse')?.items ?? []).flatMap((group, at) =>
    (entry(group, 'hooks')?.items ?? []).flatMap(({ line }, index): readonly HostFinding[] => {
      const key = `${namedByCodex(file)}:pre_tool_use:${at}:${index}`;
      return typeof valueAt(tableAt(state, key), 'trusted_hash') === 'string'
        ? []
        : [
            {
              about: 'untrusted',
              level: 'danger',
              what: 'a hook that was never trusted: Codex silently skips it',
              file,
              line,
              fix: 'start codex, type /hooks, and trust it',
            },
          ];
    }),
  );
}

const canary: CanaryRecipe = {
  files: ({ url }) => [
    {
      path: '.codex/config.toml',
      text: [
        'model = "canary"',
        'model_provider = "canary"',
        'approval_policy = "never"',
        'check_for_update_on_startup = false',
        '[analytics]',
        'enabled = false',
        '[model_providers.canary]',
        'name = "canary"',
        `base_url = "${url}/v1"`,
        'env_key = "CANARY_KEY"',
        'wire_api = "responses"',
        'request_max_retries = 0',
        'stream_max_retries = 0',
        '',
      ].join('\n'),
    },
  ],
  // No sandbox: the two commands are ours, and where Codex cannot create one it would run neither.
  runs: () => [['exec', '--json', '--skip-git-repo-check', '-s', 'danger-full-access', 'go']],
  env: ({ home }) => ({ CODEX_HOME: join(home, '.codex'), CANARY_KEY: 'dummy' }),
  call: (command) => ({ tool: 'exec_command', input: { cmd: command } }),
};

export const codexSetup: HostSetup = { installer, examination, canary, transcripts: codexTranscripts };
