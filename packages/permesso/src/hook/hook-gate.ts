import { statSync } from 'node:fs';
import { join } from 'node:path';
import { definedFields, type ToolCall } from '@permesso/engine/call';
import {
  createPolicyGate,
  diskGrants,
  type Gate,
  keptPolicies,
  type KeptPolicies,
  loadPolicy,
  parsedPolicies,
} from '@permesso/gate/gate';
import { fileLog, type WriteGuard } from '@permesso/gate/log';
import { freshenBundle, joinedTeam, syncIfDue, teamOptions } from '@permesso/gate/team-agent';
import { findPlaces, type PlaceOptions, readMembership, realPath, teamDirectory } from '@permesso/gate/disk';
import type { HookHost } from '@permesso/gate/payloads';
import type { SandboxFact } from '@permesso/engine/world';
import { knownSandbox, sandboxFolder, unapprovedIn } from '@permesso/gate/sandbox-calls';
import { approvalChannel, type Asker } from './approval-channel.ts';
import { hookKeeper } from './hook-keeper.ts';
import { projectControlledHome } from './project-controlled-home.ts';
import { sessionPlace, startDirectory } from './session-place.ts';
import type { HookGate } from '../intercept/intercept.ts';
import { sandboxedCommand, sandboxedState, type SandboxWish } from '../intercept/sandboxed-command.ts';
import { trustOffer } from './trust-offer.ts';

export interface HookGateOptions extends PlaceOptions {
  readonly host: HookHost;
  /**
   * Default: the team that a policy names; else `window`; else the host's own prompt where it has one; else
   * `present`.
   */
  readonly ask?: Asker;
  /** The host's name for its current mode. */
  readonly hostMode?: string;
  /** The session's start directory; when absent, as the program passed it to this process. */
  readonly root?: string;
  /** Milliseconds that a request may wait. */
  readonly patience: number;
  /** The Permesso command line, used for the occasional sync with the team's server; no sync when absent. */
  readonly program?: string;
  /** For a call that another process may record too. */
  readonly guard?: WriteGuard;
  /** The store of compiled policies; in the state directory when absent. */
  readonly kept?: KeptPolicies;
  /** Whether the answer can make this call run sandboxed, and whether the model wants that; absent: it cannot. */
  readonly sandboxed?: SandboxWish;
  readonly signal?: AbortSignal;
}

/** The gate of one hook process: this machine's policy files, the session's grants, the person's log. */
export function hookGate(call: ToolCall, options: HookGateOptions): HookGate {
  const {
    host,
    patience,
    ask: wanted,
    hostMode,
    root: startedIn = startDirectory(host),
    program,
    kept: given,
    guard,
    sandboxed = 'none',
    signal,
    ...places
  } = options;
  const { session = `${host.name}-without-a-session` } = call;
  const { root, cwd } = sessionPlace(startedIn, call.cwd);
  const where = { ...places, session, cwd, project: root };
  const own = findPlaces(places);
  const { state } = own;
  const brought =
    projectControlledHome(own, cwd) ?? (root === cwd ? undefined : projectControlledHome(own, root));
  if (brought !== undefined) throw new Error(brought);
  const end = Date.now() + patience + reserve / 2;
  const waitMs = (): number => Math.max(0, Math.min(2000, end - Date.now()));
  const log = fileLog({ directory: join(state, 'log'), waitMs, ...definedFields({ guard }) });
  const parsed = parsedPolicies({ directory: join(state, 'parsed'), parser: ownCode() });
  // Loaded once per process: the policy names the team, and decides the call.
  const kept = given ?? keptPolicies({ directory: join(state, 'parsed'), parser: ownCode() });
  const loaded = loadPolicy({ ...where, parsed, kept });
  const joined = joinedTeam({ ...where, loaded });
  const directory = teamDirectory(where);
  const member = joined ?? readMembership(directory);
  const team = wanted === 'team' ? member : wanted === undefined ? joined : undefined;
  // If a policy names the team, the team is asked, unless the hook's command line says otherwise.
  const channel = approvalChannel(team === undefined ? wanted : 'team', { host, where, patience });
  const sandbox = callSandbox({
    wish: sandboxed,
    use: loaded.policy.sandbox.use,
    state,
    program,
    cwd,
    directories: [cwd, root, ...loaded.policy.workingDirectories].map((each) => realPath(each) ?? each),
    signal: signal ?? AbortSignal.timeout(patience),
  });
  const open = async (): Promise<Gate> => {
    const isFetched =
      joined !== undefined && (await freshenBundle({ directory, membership: joined, now: Date.now() }));
    return createPolicyGate({
      ...where,
      onePlace: true,
      parsed,
      kept,
      ...(isFetched ? {} : { loaded }),
      // The process lives for one call; after a person's answer the files are read again in any case.
      lookEvery: Infinity,
      grants: diskGrants(where),
      log,
      ...hookKeeper(state),
      ...(await sandbox.find()),
      ...definedFields({ hostMode }),
      interactive: wanted !== 'nobody' || team !== undefined,
      ...definedFields({ approver: channel.approver }),
      // Whatever the hook's options: nobody here may approve what the team asks about.
      ...(member === undefined
        ? {}
        : teamOptions({
            directory,
            membership: member,
            asksAll: team !== undefined,
            isNamed: joined !== undefined,
            patience: Math.max(0, patience - reserve),
            stays: true,
          })),
    });
  };
  let opened: Promise<Gate> | undefined;
  const gate = (): Promise<Gate> => (opened ??= open());
  const close = (): void => {
    log.close();
    if (joined !== undefined && program !== undefined) syncIfDue({ directory, program });
  };
  return {
    gate: {
      authorize: async (asking, how) => (await gate()).authorize(asking, how),
      consult: async (asking, how) => (await gate()).consult(asking, how),
    },
    check: async (asking) => (await gate()).check(asking),
    offer: (asking) => trustOffer(asking, where),
    asks: channel.asks,
    ...sandbox.carrying,
    ...definedFields({ leavesToHost: channel.leavesToHost }),
    close,
  };
}

/** Identifies the running file: after an update nothing that the old one parsed is reused. */
function ownCode(): string {
  const { mtimeMs, size, ino } = statSync(import.meta.filename);
  return `${mtimeMs} ${size} ${ino}`;
}

/** Milliseconds reserved for the hook's own answer. */
const reserve = 500;

interface CallSandboxOptions {
  readonly wish: SandboxWish;
  /** The policy's setting. */
  readonly use: 'on' | 'off' | 'required';
  readonly state: string;
  readonly program: string | undefined;
  readonly cwd: string;
  /** Where calls may load code that sandboxed ones wrote. */
  readonly directories: readonly string[];
  readonly signal: AbortSignal;
}

/** The sandbox of one hook: what the gate knows of it, and how a call is put into it. */
interface CallSandbox {
  readonly find: () => Promise<{ readonly sandbox?: SandboxFact }>;
  readonly carrying: Pick<HookGate, 'usesSandbox' | 'inSandbox' | 'rewritten'>;
}

const leftByModel: SandboxFact = {
  engine: 'none',
  version: '',
  proven: false,
  whyNot: 'the agent asks to run it outside',
};

function callSandbox({
  wish,
  use,
  state,
  program,
  cwd,
  directories,
  signal,
}: CallSandboxOptions): CallSandbox {
  if (wish === 'none' || use === 'off') return { find: async () => ({}), carrying: {} };
  const usesSandbox = true;
  if (wish === 'left') return { find: async () => ({ sandbox: leftByModel }), carrying: { usesSandbox } };
  if (program === undefined) return { find: async () => ({}), carrying: { usesSandbox } };
  const folder = sandboxFolder(state);
  const where = { folder, program, cwd };
  return {
    find: async () => {
      const found = await knownSandbox({ ...where, signal });
      return { sandbox: { ...found, ...definedFields({ unapproved: unapprovedIn(folder, directories) }) } };
    },
    carrying: {
      usesSandbox,
      inSandbox: (call, obligation) => sandboxedCommand(call, obligation, where),
      rewritten: ({ input }) => sandboxedState(input['command'], folder),
    },
  };
}
