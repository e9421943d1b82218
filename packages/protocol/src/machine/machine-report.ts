/**
 * What a machine reports about itself with each sync. Only names, numbers and fixed words: no free text that a hostile machine
 * could have shown to people.
 */
export interface MachineReport {
  /** The version of Permesso. */
  readonly client: string;
  /** `linux-x64`. */
  readonly platform: string;
  /** ISO 8601, by the machine's clock. */
  readonly clock: string;
  readonly policy: HeldPolicy;
  /** The organisation's baseline. Absent from a client that does not support it, and for a server that signs none. */
  readonly baseline?: HeldPolicy;
  /** The mode that the policy names; null if none. */
  readonly mode: string | null;
  readonly enforcement: Enforcement;
  readonly sandbox: 'proven' | 'not proven';
  /** The last entry of the log on disk; number 0 for an empty log. */
  readonly log: LogHead;
  /** Agent programs found. Absent if the reporter cannot look for them: an application's gate. */
  readonly hosts?: readonly ReportedHost[];
  /** Whether the owner of the machine chose its team (`permesso init --managed`). Absent from a client that does not report it. */
  readonly managed?: boolean;
}

export interface HeldPolicy {
  /** The version of the team's policy that decides here; null if the team has none, or if it does not count. */
  readonly version: number | null;
  /** The serial of the newest trusted manifest, or of the baseline in it. */
  readonly serial: number | null;
}

export interface LogHead {
  readonly seq: number;
  readonly hash: string | null;
}

export const enforcements = ['enforced', 'observe', 'none', 'denies all', 'frozen'] as const;

/**
 * `observe`: the policy says `enforce: false`, so calls are recorded and not stopped. `none`: there is no policy. `denies all`:
 * the policy does not load or the bundle is invalid, so every call is denied.
 */
export type Enforcement = (typeof enforcements)[number];

export const hookStates = ['registered', 'missing', 'off', 'broken', 'open'] as const;

/**
 * `off`: a setting or third-party code keeps the hook from being called. `broken`: the command it names no longer exists, so
 * every call is refused. `open`: the same in a program that then runs every call.
 */
export type HookState = (typeof hookStates)[number];

export const canaryResults = ['proven', 'failed', 'unproven'] as const;

export interface ReportedHost {
  /** As in `permesso hook NAME`. */
  readonly name: string;
  /** Null if it cannot be read without starting the program. */
  readonly version: string | null;
  readonly hook: HookState;
  readonly canary: {
    readonly result: (typeof canaryResults)[number];
    /** When it was last tested as it is installed now, in ISO 8601. */
    readonly at: string | null;
  };
}

export const protections = ['proven', 'unproven', 'unprotected'] as const;

export type Protection = (typeof protections)[number];

/** Derives the protection from a report: `proven` only if every program found was seen to respect a deny. */
export function protectionOf({ enforcement, hosts = [] }: MachineReport): Protection {
  if (enforcement === 'observe' || enforcement === 'none') return 'unprotected';
  if (hosts.some(letsCallsThrough)) return 'unprotected';
  const isProven = hosts.length > 0 && hosts.every(({ canary }) => canary.result === 'proven');
  return isProven && hosts.every(({ hook }) => hook === 'registered') ? 'proven' : 'unproven';
}

function letsCallsThrough({ hook, canary }: ReportedHost): boolean {
  return hook === 'missing' || hook === 'off' || hook === 'open' || canary.result === 'failed';
}
