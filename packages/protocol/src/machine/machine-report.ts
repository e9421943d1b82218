/**
 * What a machine says about itself with each sync. Names, numbers and fixed words only: there is no free text in it that
 * a hostile machine could have shown to people.
 */
export interface MachineReport {
  /** Version of Permesso. */
  readonly client: string;
  /** `linux-x64`. */
  readonly platform: string;
  /** ISO, by the clock of the machine. */
  readonly clock: string;
  readonly policy: HeldPolicy;
  /** Of the organisation's baseline. Absent from a client that knows none, and for a server that signs none. */
  readonly baseline?: HeldPolicy;
  /** The mode that the policy names; null where it names none. */
  readonly mode: string | null;
  readonly enforcement: Enforcement;
  readonly sandbox: 'proven' | 'not proven';
  /** The last entry of the log on disk; the number 0 where there is none. */
  readonly log: LogHead;
  /** Agent programs found. Absent where what reports cannot look: the gate of an application. */
  readonly hosts?: readonly ReportedHost[];
  /** Whether the owner of the machine chose its team (`permesso init --managed`). Absent from a client that does not know. */
  readonly managed?: boolean;
}

export interface HeldPolicy {
  /** The version of the team's policy that decides here; null where the team has none, or it does not count. */
  readonly version: number | null;
  /** Of the newest manifest, or of the baseline in it, that was believed. */
  readonly serial: number | null;
}

export interface LogHead {
  readonly seq: number;
  readonly hash: string | null;
}

export const enforcements = ['enforced', 'observe', 'none', 'denies all', 'frozen'] as const;

/**
 * `observe`: the policy says `enforce: false`, so calls are recorded and not stopped. `none`: there is no policy.
 * `denies all`: the policy does not load or the bundle does not count, so every call is denied.
 */
export type Enforcement = (typeof enforcements)[number];

export const hookStates = ['registered', 'missing', 'off', 'broken', 'open'] as const;

/**
 * `off`: a setting or code of others keeps it from being asked. `broken`: what it names is gone, so every call is refused.
 * `open`: the same in a program that then runs every call.
 */
export type HookState = (typeof hookStates)[number];

export const canaryResults = ['proven', 'failed', 'unproven'] as const;

export interface ReportedHost {
  /** As in `permesso hook NAME`. */
  readonly name: string;
  /** Null where it cannot be read without starting the program. */
  readonly version: string | null;
  readonly hook: HookState;
  readonly canary: {
    readonly result: (typeof canaryResults)[number];
    /** ISO: when it was last tried as it is installed now. */
    readonly at: string | null;
  };
}

export const protections = ['proven', 'unproven', 'unprotected'] as const;

export type Protection = (typeof protections)[number];

/** What follows from a report: `proven` only where every program found was seen to obey a deny. */
export function protectionOf({ enforcement, hosts = [] }: MachineReport): Protection {
  if (enforcement === 'observe' || enforcement === 'none') return 'unprotected';
  if (hosts.some(letsCallsThrough)) return 'unprotected';
  const isProven = hosts.length > 0 && hosts.every(({ canary }) => canary.result === 'proven');
  return isProven && hosts.every(({ hook }) => hook === 'registered') ? 'proven' : 'unproven';
}

function letsCallsThrough({ hook, canary }: ReportedHost): boolean {
  return hook === 'missing' || hook === 'off' || hook === 'open' || canary.result === 'failed';
}
