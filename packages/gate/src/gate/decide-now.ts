import { definedFields, readCall, type ToolCall } from '@permesso/engine/call';
import {
  type CheckAnswer,
  decideObserved,
  type Decision,
  type DecisionInput,
  failureDecision,
  type Grant,
  judge,
  observedBy,
} from '@permesso/engine/decision';
import {
  type Check,
  describedTool,
  providePowerShell,
  readFacts,
  type Tool,
  toolFor,
  withToolCheck,
} from '@permesso/engine/facts';
import { modeUnderHost, type Policy, type Verdict, withHiddenDenied } from '@permesso/engine/policy';
import { powershellParts } from '@permesso/engine/powershell';
import { emptySession, type Session } from '@permesso/engine/session';
import { deriveProfile } from '@permesso/engine/sandbox';
import { type RecordingWorld, recordingWorld, type World } from '@permesso/engine/world';
import { type Allowing, type ApprovalRequest, callKey } from '@permesso/protocol/approval';
import { withDenials } from '../approval/denial.ts';
import type { Awaitable } from '../approval/stores/approval-store.ts';
import type { Counts } from '../limits/count-call.ts';
import type { SessionStore } from '../sessions/session-store.ts';
import { storeTexts } from '../messages/denials.ts';
import { reportFailure, StoreFailure } from '../stores/reported-stores.ts';
import type { GateState } from './gate-state.ts';
import { withKeeping } from './keeping/keeping-world.ts';
import { isOverSessions, sessionKeyOf } from './session/session-key.ts';
import {
  isLater,
  readRemembered,
  rememberedNow,
  type RememberedAnswers,
} from '../approval/stores/remembered.ts';

providePowerShell(() => powershellParts);

/** A decision with everything it was made from; later stages read nothing again. */
export interface Decided {
  readonly decision: Decision;
  /** Absent if deciding itself failed. */
  readonly basis?: Basis;
}

export interface Basis {
  readonly input: DecisionInput;
  readonly tool: Tool;
  /** As the source gave it, without earlier denials. */
  readonly policy: Policy;
  /** The world with what was asked of it, if there is a log to record it. */
  readonly seen: RecordingWorld | undefined;
  /** Earlier answers, as read for this decision. */
  readonly remembered: RememberedAnswers;
  /** What the tool said when the call was authorized. */
  readonly toolCheck: Check | undefined;
  /**
   * What happened earlier in the session, if its store must be awaited. Until then the session counts as having every
   * label.
   */
  readonly later?: Promise<Session>;
  /** Whether a tool of the app said what the call would do. */
  readonly byOwnTool: boolean;
  /** Why nothing of the call could be kept, if that was tried. */
  readonly unkept: string | undefined;
}

/** A call that a person must approve, with the decision that requires it. */
export interface AskedCall extends Decided {
  readonly call: ToolCall;
  readonly basis: Basis;
}

/** An approval and the call it was given to. */
export interface ApprovedCall extends AskedCall {
  readonly answer: Allowing;
  readonly request: ApprovalRequest;
}

/**
 * Decides with policy, mode and grants as they are now; `extra` grants count as well. Answers from a store that must
 * be awaited count only if passed in. Never throws.
 */
export function decideNow(
  state: GateState,
  call: ToolCall,
  { extra = [], ...read }: Partial<Omit<BasisOptions, 'earlier'>> = {},
): Decided {
  try {
    const basis = basisFor(state, call, { extra, ...read });
    recheckAfterChange(state, basis);
    return { decision: decideObserved(basis.input, basis.tool), basis };
  } catch (error) {
    return failedDecision(state, error);
  }
}

/** Denies with a text of our own: the error itself may hold an address or a password, and models read decisions. */
export function failedDecision({ recorder }: GateState, error: unknown): Decided {
  if (error instanceof MalformedCall) return { decision: failureDecision(error.message) };
  reportFailure(recorder, error);
  const text = error instanceof StoreFailure ? error.message : storeTexts.unexpected;
  return { decision: failureDecision(text) };
}

/** A call that is malformed as sent; the message is safe to show the caller. */
class MalformedCall extends TypeError {}

/** The same, after reading remembered answers; limits are neither counted nor read. Never rejects. */
export async function decideRead(
  state: GateState,
  call: ToolCall,
  given: Pick<BasisOptions, 'unkept'> & { readonly extra?: readonly Grant[] } = {},
): Promise<Decided> {
  try {
    const options = { ...given, remembered: await readRemembered(state.grants, readerOf(state, call)) };
    const decided = decideNow(state, call, options);
    const { later } = decided.basis ?? {};
    return later === undefined ? decided : decideNow(state, call, { ...options, session: await later });
  } catch (error) {
    return failedDecision(state, error);
  }
}

function readerOf(state: GateState, call: ToolCall): Pick<ToolCall, 'owner' | 'session'> {
  const read = readCall(call);
  if ('malformed' in read) throw new MalformedCall(read.malformed);
  return { ...read, session: read.session ?? state.session };
}

/**
 * The verdict alone, for a call whose facts were read earlier, with policy, mode and grants as they are now. For
 * calls that are decided in full again before they run. Synchronous if the store of grants is.
 */
export function verdictNow(state: GateState, earlier: Basis, extra: readonly Grant[]): Awaitable<Verdict> {
  const { call } = earlier.input;
  const judged = (remembered: RememberedAnswers): Verdict =>
    judge(basisFor(state, call, { extra, earlier, remembered }).input).verdict;
  try {
    const read = readRemembered(state.grants, call);
    return isLater(read) ? read.then(judged).catch(() => 'deny' as const) : judged(read);
  } catch {
    return 'deny';
  }
}

/** The verdict on the same input if this grant existed too. */
export function verdictWith({ input, remembered }: Basis, grant: Grant): Verdict {
  try {
    return judge({ ...input, grants: [...remembered.grants, grant] }).verdict;
  } catch {
    return 'deny';
  }
}

/** The verdict on the same input if the session were different. */
export function verdictIn({ input, remembered }: Basis, session: Session): Verdict {
  return judge({ ...input, session, grants: remembered.grants }).verdict;
}

/** A file change or a freeze may settle a request that a person is still being asked about. */
function recheckAfterChange(state: GateState, { policy, input: { frozen } }: Basis): void {
  const before = state.inForce;
  if (before?.policy === policy && before.frozen === frozen) return;
  state.inForce = { policy, ...definedFields({ frozen }) };
  if (before !== undefined) state.waiting.recheck();
}

/** Which of these calls the grant's rules match, whatever the verdict. Each call is read once for all grants. */
export function callsMatching(
  state: GateState,
): (grant: Grant, calls: readonly ToolCall[]) => readonly ToolCall[] {
  const known = new Map<ToolCall, DecisionInput | undefined>();
  const inputOf = (call: ToolCall): DecisionInput | undefined => {
    if (!known.has(call)) known.set(call, inputFor(state, call));
    return known.get(call);
  };
  return (grant, calls) =>
    calls.filter((call) => {
      const input = inputOf(call);
      return input !== undefined && speaksOf({ ...input, grants: [grant] }, grant.id);
    });
}

function inputFor(state: GateState, call: ToolCall): DecisionInput | undefined {
  try {
    return basisFor(state, call, { extra: [] }).input;
  } catch {
    return undefined;
  }
}

function speaksOf(input: DecisionInput, grant: string): boolean {
  return judge(input).judgements.some(({ matched }) =>
    matched.contributions.some(({ rule }) => rule.grant === grant),
  );
}

const nobodys = 'the call names no tenant and user; take a `principal` from the signed-in request';

export interface BasisOptions {
  readonly extra: readonly Grant[];
  /** Its facts are reused, unless another policy would read them differently. */
  readonly earlier?: Basis;
  /** If absent, read now, as far as that is possible without waiting. */
  readonly remembered?: RememberedAnswers;
  /** How much of each limit is used; none if absent. */
  readonly counts?: Counts;
  /** What the checks of rules answered, by rule key. */
  readonly answers?: ReadonlyMap<string, CheckAnswer>;
  /** What the tool answered when it was asked again. */
  readonly toolCheck?: Check;
  /** What happened earlier in the session, if that had to be awaited. */
  readonly session?: Session;
  /** Why nothing of this call could be kept, although it was tried. */
  readonly unkept?: string;
}

function sentCall({ requirePrincipal }: GateState, given: ToolCall): ToolCall {
  const sent = readCall(given);
  if ('malformed' in sent) throw new MalformedCall(sent.malformed);
  if (requirePrincipal && (sent.owner?.tenant === undefined || sent.owner.user === undefined))
    throw new MalformedCall(nobodys);
  return sent;
}

/** Runs the stages in order: call, world, policy, facts, and everything else the decision may depend on. */
function basisFor(state: GateState, given: ToolCall, { extra, earlier, ...read }: BasisOptions): Basis {
  const sent = sentCall(state, given);
  const call: ToolCall = { ...sent, session: sent.session ?? state.session };
  const machine = state.worldOf(call);
  const { policy, frozen } = state.source.policyFor(call, machine);
  const stopped = state.frozen ?? frozen;
  const here = worldUnder(state, { machine, policy, unkept: read.unkept });
  const seen = state.isLogged ? recordingWorld(here) : undefined;
  const world = seen?.world ?? here;
  const named = toolFor(state.toolbox, call);
  const tool = describedTool(named, call, policy.descriptions);
  const key = callKey(call, world.cwd);
  const checked = checkedBy(read, earlier);
  const seenFacts = earlier?.policy === policy ? earlier.input.facts : readFacts(call, tool, world);
  const facts = withToolCheck(seenFacts, checked.toolCheck);
  const remembered = read.remembered ?? rememberedNow(state.grants);
  const whole = withDenials(withHiddenDenied(policy, { call, facts }), remembered.denials, {
    call,
    callKey: key,
    world,
  });
  const before = sessionBefore(state, sent, { policy, world, read: read.session, earlier });
  const input: DecisionInput = {
    call,
    facts,
    policy: state.enforce ? whole : observedBy(whole),
    mode: state.mode ?? modeUnderHost(policy, state.hostMode),
    world,
    grants: [...remembered.grants, ...extra],
    ...definedFields({ counts: read.counts, answers: checked.answers }),
    ...before.input,
    callKey: key,
    interactive: state.interactive,
    runsSandboxed: state.runsSandboxed,
    // Reads many files, none of which the log needs to keep: the receipt names the profile by its digest.
    sandboxProfile: (mode) => deriveProfile({ policy, world: here, mode, ...before.input }),
    ...definedFields({ frozen: stopped }),
  };
  const byOwnTool = state.toolbox.own.has(named);
  return {
    input,
    tool,
    policy,
    seen,
    remembered,
    byOwnTool,
    toolCheck: checked.toolCheck,
    unkept: read.unkept,
    ...before.basis,
  };
}

/** Session stores that turned out to be asynchronous. */
const awaited = new WeakSet<SessionStore>();

interface BeforeCall extends Pick<DecisionInput, 'policy' | 'world'> {
  /** The session, once it was awaited. */
  readonly read: Session | undefined;
  readonly earlier: Basis | undefined;
}

/**
 * What happened before the call, if the policy has rules about that. Until a store has answered, the session counts
 * as having every label.
 */
function sessionBefore(
  { sessions }: GateState,
  call: ToolCall,
  { policy, world, read: waited, earlier }: BeforeCall,
): { readonly input?: Pick<DecisionInput, 'session'>; readonly basis?: Pick<Basis, 'later'> } {
  if (!isOverSessions(policy)) return {};
  const known = waited ?? earlier?.input.session;
  if (known !== undefined && awaited.has(sessions)) return { input: { session: known } };
  const read = sessions.read(sessionKeyOf(call, world));
  if (!isLater(read)) return { input: { session: read } };
  awaited.add(sessions);
  // The awaiting caller sees the failure.
  read.catch(() => undefined);
  const session = { ...emptySession, unreadable: 'its record is not at hand' };
  return { input: { session }, basis: { later: read } };
}

/** What checks answered, now or for the previous decision. */
function checkedBy(
  { answers, toolCheck }: Pick<BasisOptions, 'answers' | 'toolCheck'>,
  earlier: Basis | undefined,
): { readonly answers: DecisionInput['answers']; readonly toolCheck: Check | undefined } {
  return { answers: answers ?? earlier?.input.answers, toolCheck: toolCheck ?? earlier?.toolCheck };
}

/** This machine, as far as policy and gate let a decision rely on it. */
function worldUnder(
  { runsSandboxed, keeper }: GateState,
  {
    machine,
    policy,
    unkept,
  }: { readonly machine: World; readonly policy: Policy; readonly unkept: string | undefined },
): World {
  const world = withDirectories(runsSandboxed ? machine : withoutSandbox(machine), policy);
  return withKeeping(world, { keeper, keep: policy.keep, unkept });
}

/** A sandbox that nobody runs calls in does not count; the log shows that by omitting it. */
function withoutSandbox({ sandbox: _sandbox, ...world }: World): World {
  return world;
}

function withDirectories(world: World, { workingDirectories }: Policy): World {
  if (workingDirectories.length === 0) return world;
  return { ...world, workingDirectories: [...world.workingDirectories, ...workingDirectories] };
}
