/** The parts of the SDK's options that decide whether a call can bypass the gate. */
export interface QueryOptions {
  readonly permissionMode?: string | undefined;
  readonly allowDangerouslySkipPermissions?: boolean | undefined;
  readonly allowedTools?: readonly string[] | undefined;
  readonly disallowedTools?: readonly string[] | undefined;
  readonly settingSources?: readonly string[] | undefined;
  readonly settings?: unknown;
  readonly plugins?: readonly unknown[] | undefined;
  readonly extraArgs?: Readonly<Record<string, unknown>> | undefined;
  readonly canUseTool?: unknown;
  readonly permissionPromptToolName?: string | undefined;
  readonly hooks?: Readonly<Record<string, unknown>> | undefined;
  readonly agents?: Readonly<Record<string, object>> | undefined;
}

/** What an app may accept: settings and plugins can bring rules and hooks that bypass the gate. */
export type Accepted = 'settingSources' | 'settings' | 'plugins';

/** Modes that the gate implements itself, with what to write instead. */
const modeFixes: ReadonlyMap<string, string> = new Map([
  ['acceptEdits', 'write `mode: acceptEdits` in the policy'],
  ['bypassPermissions', 'write `mode: bypass` in the policy: deny and ask rules hold there too'],
  ['dontAsk', 'write `mode: dontAsk` in the policy'],
  ['plan', 'write `mode: explore` in the policy'],
  ['auto', 'leave it out: a model would decide instead of the policy'],
]);

/** Command-line arguments that are equivalent to refused options. */
const refusedArguments: ReadonlySet<string> = new Set([
  'dangerously-skip-permissions',
  'allow-dangerously-skip-permissions',
  'allowedTools',
  'allowed-tools',
  'permission-mode',
  'permission-prompt-tool',
  'settings',
  'setting-sources',
  'plugin-dir',
]);

interface Check {
  readonly fails: (options: QueryOptions, accepted: ReadonlySet<string>) => boolean;
  readonly problem: (options: QueryOptions) => string;
}

const hasEntries = (list: readonly unknown[] | undefined): boolean => (list?.length ?? 0) > 0;

const checks: readonly Check[] = [
  {
    fails: ({ permissionMode }) => isRefusedMode(permissionMode),
    problem: ({ permissionMode = '' }) =>
      `permissionMode: '${permissionMode}' decides beside the policy; ${modeFixes.get(permissionMode) ?? "use 'default'"}.`,
  },
  {
    fails: ({ allowDangerouslySkipPermissions }) => allowDangerouslySkipPermissions === true,
    problem: () => 'allowDangerouslySkipPermissions opens the way to bypass at any moment; leave it out.',
  },
  {
    fails: ({ allowedTools }) => hasEntries(allowedTools),
    problem: ({ allowedTools }) =>
      `allowedTools lets tools run without asking; write \`allow: ${JSON.stringify(allowedTools)}\` in the policy.`,
  },
  {
    fails: ({ settingSources }, accepted) => hasEntries(settingSources) && !accepted.has('settingSources'),
    problem: ({ settingSources }) =>
      `settingSources: ${JSON.stringify(settingSources)} loads rules and hooks from files; leave it out, or accept them ` +
      "with `accept: ['settingSources']`.",
  },
  {
    fails: ({ settings }, accepted) => isLoosening(settings) && !accepted.has('settings'),
    problem: () =>
      'settings bring rules, a mode or hooks of their own; move the rules into the policy, or accept them with ' +
      "`accept: ['settings']`.",
  },
  {
    fails: ({ plugins }, accepted) => hasEntries(plugins) && !accepted.has('plugins'),
    problem: () => "plugins may bring hooks that change calls; accept them with `accept: ['plugins']`.",
  },
  {
    fails: ({ extraArgs = {} }) => Object.keys(extraArgs).some((name) => refusedArguments.has(name)),
    problem: ({ extraArgs = {} }) =>
      `extraArgs hold ${Object.keys(extraArgs)
        .filter((name) => refusedArguments.has(name))
        .join(', ')}, which would get past the gate; leave them out.`,
  },
  {
    fails: ({ canUseTool }) => canUseTool !== undefined,
    problem: () => 'canUseTool is how the gate asks; put what it did into the approver of the gate.',
  },
  {
    fails: ({ permissionPromptToolName }) => permissionPromptToolName !== undefined,
    problem: () => 'permissionPromptToolName answers beside the gate; put it into the approver of the gate.',
  },
  {
    // Verified: another hook's input runs after ours was decided on. It could also answer in the person's place.
    fails: ({ hooks = {} }) =>
      ['PreToolUse', 'PermissionRequest'].some((event) => Object.hasOwn(hooks, event)),
    problem: () =>
      'a PreToolUse or PermissionRequest hook could change the call after the decision, or answer for the person; ' +
      'observe with `gate.on`, or use PostToolUse.',
  },
  {
    fails: ({ agents = {} }) =>
      Object.values<Modal>(agents).some(({ permissionMode }) => isRefusedMode(permissionMode)),
    problem: () =>
      "an agent has a permissionMode of its own; leave it out, and name the agent in the policy's rules.",
  },
];

interface Modal {
  readonly permissionMode?: unknown;
}

function isRefusedMode(mode: unknown): boolean {
  return mode !== undefined && mode !== 'default';
}

const looseningSettings = ['allow', 'defaultMode', 'additionalDirectories', 'ask'];

/** A path to a file cannot be inspected, so it counts as loosening. */
function isLoosening(settings: unknown): boolean {
  if (settings === undefined) return false;
  if (typeof settings !== 'object' || settings === null) return true;
  const { permissions }: { readonly permissions?: unknown } = settings;
  const own = typeof permissions === 'object' && permissions !== null ? permissions : {};
  return (
    looseningSettings.some((name) => Object.hasOwn(own, name)) ||
    ['hooks', 'disableAllHooks', 'enabledPlugins'].some((name) => Object.hasOwn(settings, name))
  );
}

/** Everything that would let a call bypass the gate, each with its fix. */
export function objectionsTo(options: QueryOptions, accepted: readonly Accepted[] = []): readonly string[] {
  const taken = new Set<string>(accepted);
  return checks.filter(({ fails }) => fails(options, taken)).map(({ problem }) => problem(options));
}
