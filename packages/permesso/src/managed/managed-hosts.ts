import { dirname } from 'node:path';
import { afterLine, launchLine } from '../launch/launcher.ts';
import type { Piece, Registration } from '../install/file-change.ts';
import { fileMark, type InstallContext, type Programs } from '../install/installer.ts';

/** A host's settings for every user of a machine, in a file that only root writes. */
export interface ManagedHost {
  /** As in `permesso hook NAME`. */
  readonly host: string;
  /** Below the root. */
  readonly path: string;
  /** As in a user's own file where absent. */
  readonly register?: (programs: Programs) => Pick<Registration, 'pieces' | 'why'>;
  /** Beside the hook: settings that keep a user from disabling it. */
  readonly also?: readonly Piece[];
  /** What a user can still do to bypass it. */
  readonly userCan: readonly string[];
  /** The finding about a user's settings that means this hook is disabled too. */
  readonly offBy?: string;
  /** Whether the real program was seen to obey this file, rather than only its documentation saying so. */
  readonly measured: boolean;
}

const deadline = 540;

/** Always possible: a program that does not read the file is not bound by it. */
const otherProgram = 'start another program, which reads other files';

/** Hosts not listed here have no such file: they are registered in each home. */
export const managedHosts: readonly ManagedHost[] = [
  {
    host: 'claude-code',
    path: '/etc/claude-code/managed-settings.json',
    userCan: [otherProgram],
    measured: true,
  },
  {
    host: 'codex',
    path: '/etc/codex/requirements.toml',
    register: codexRequirements,
    userCan: [otherProgram],
    measured: true,
  },
  {
    host: 'copilot-cli',
    path: '/etc/github-copilot/policy.d/permesso.json',
    userCan: [otherProgram],
    measured: true,
  },
  {
    host: 'gemini-cli',
    path: '/etc/gemini-cli/settings.json',
    also: [{ as: 'json-entry', at: ['hooksConfig'], name: 'enabled', value: true, mark: 'true' }],
    offBy: "Permesso's hook is disabled by name",
    userCan: [
      'name another file of system settings in GEMINI_CLI_SYSTEM_SETTINGS_PATH',
      'switch the hook off by its name, in hooksConfig.disabled',
      otherProgram,
    ],
    measured: true,
  },
  {
    host: 'qwen-code',
    path: '/etc/qwen-code/settings.json',
    also: [{ as: 'json-default', name: 'disableAllHooks', value: false }],
    userCan: ['name another file of system settings in QWEN_CODE_SYSTEM_SETTINGS_PATH', otherProgram],
    measured: true,
  },
  {
    host: 'opencode',
    path: '/etc/opencode/opencode.json',
    userCan: ['start it with --pure, which loads no plugin', otherProgram],
    measured: true,
  },
  { host: 'cursor', path: '/etc/cursor/hooks.json', userCan: [otherProgram], measured: false },
  {
    host: 'windsurf',
    path: '/etc/windsurf/hooks.json',
    userCan: ['use tools for which it has no event', otherProgram],
    measured: false,
  },
];

/** The content of a host's managed file: the first registration of its user file, moved. */
export function managedRegistration(
  { path, register, also = [] }: ManagedHost,
  {
    own,
    context,
  }: { readonly own: (context: InstallContext) => readonly Registration[]; readonly context: InstallContext },
): Registration {
  const said = register?.(context.programs) ?? own(context)[0];
  if (said === undefined) throw new Error(`nothing is registered in ${path}`);
  // An empty list of rules would make the file differ from run to run.
  const pieces = said.pieces.filter((piece) => piece.as !== 'json-texts' || piece.texts.length > 0);
  const [first, ...others] = [...pieces, ...also];
  if (first === undefined) throw new Error(`nothing is registered in ${path}`);
  return { path, why: said.why, mode: 0o644, pieces: [first, ...others] };
}

/** Codex trusts hooks in requirements without a hash, and users cannot override the `features` set there. */
function codexRequirements(programs: Programs): Pick<Registration, 'pieces' | 'why'> {
  const hook = (event: string, command: string, timeout: number): string =>
    [
      `[[hooks.${event}]]`,
      'matcher = ".*"',
      `[[hooks.${event}.hooks]]`,
      'type = "command"',
      `command = ${JSON.stringify(command)}`,
      `timeout = ${timeout}`,
    ].join('\n');
  const text = [
    fileMark,
    '',
    '[features]',
    'hooks = true',
    '',
    '[hooks]',
    `managed_dir = ${JSON.stringify(dirname(programs.hook))}`,
    '',
    hook('PreToolUse', launchLine({ ...programs, host: 'codex', deadline }), 600),
    '',
    hook('PostToolUse', afterLine({ ...programs, host: 'codex' }), 10),
    '',
  ].join('\n');
  return {
    why: 'a hook before every tool that Codex trusts and no user can switch off; one after it that records how the call ended',
    pieces: [{ as: 'file', text, mark: fileMark }],
  };
}
