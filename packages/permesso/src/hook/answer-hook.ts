import { isAbsolute } from 'node:path';
import { definedFields, fill, parseStrictJson, type ToolCall } from '@permesso/engine/call';
import { callsIn, type HookEnvironment } from '../intercept/host-shell.ts';
import { deniedTexts } from '@permesso/gate/messages';
import { askingHost, refuseUnknown } from './asking-host.ts';
import { silence, type Calls, type HookHost, type Reply, isPayload } from '@permesso/gate/payloads';
import { intercept, type HookGate } from '../intercept/intercept.ts';
import { sandboxWish, type SandboxWish } from '../intercept/sandboxed-command.ts';
import { toldFailure } from '../intercept/refusal-texts.ts';

/** The payload's data beside the call. */
export interface GateWish {
  /** The program that asks. */
  readonly host: HookHost;
  readonly sandboxed: SandboxWish;
  /** The host's name for its current mode. */
  readonly hostMode?: string;
  /** The session's start directory, where the payload has it. */
  readonly root?: string;
}

export interface AnswerOptions {
  readonly host: HookHost;
  /** Created only once the call is known: its session and directory decide which files count. */
  readonly gateFor: (call: ToolCall, how: GateWish) => HookGate;
  /** Aborts asking when the host will not wait any longer. */
  readonly signal: AbortSignal;
  /** The environment that the host gave its hook; this process's when absent. */
  readonly env?: HookEnvironment;
}

/** Turns stdin into the hook's output and exit code. Never throws: any failure is a deny in the host's own format. */
export async function answerHook(
  text: string,
  { host: registered, gateFor, signal, env }: AnswerOptions,
): Promise<Reply> {
  let asking: HookHost | undefined;
  try {
    const payload: unknown = parseStrictJson(text);
    if (!isPayload(payload)) return refuseUnread(registered, 'the host sent no object');
    const sender = askingHost(payload, registered);
    if ('unknown' in sender) return refuseUnknown(registered, sender.unknown);
    const { host } = sender;
    asking = host;
    const incoming = callsIn(host, payload, env);
    if ('malformed' in incoming) return refuse(host, incoming.malformed);
    const unclear = unclearDirectory(incoming);
    if (unclear !== undefined)
      return refuse(host, `the directory \`${unclear}\` is not absolute, or goes up with \`..\``);
    const held = openGate(incoming, { host, gateFor });
    try {
      const outcome = await intercept(incoming, { by: host, held, signal });
      if (outcome.observed === true && outcome.verdict === 'allow' && outcome.input === undefined)
        return host.silent ?? silence;
      return host.toReply(outcome);
    } finally {
      held.close();
    }
  } catch (error) {
    const why = toldFailure(error);
    return asking === undefined ? refuseUnread(registered, why) : refuse(asking, why);
  }
}

function openGate(
  incoming: Calls,
  { host, gateFor }: Pick<AnswerOptions, 'host' | 'gateFor'>,
): ReturnType<AnswerOptions['gateFor']> {
  const { calls, from, mode, root } = incoming;
  return gateFor(from === undefined ? calls[0] : { ...calls[0], cwd: from }, {
    host,
    sandboxed: sandboxWish(host, incoming),
    ...definedFields({ hostMode: mode, root }),
  });
}

/** `..` after a symbolic link leads elsewhere than the text suggests. */
function unclearDirectory({ calls, from, root }: Calls): string | undefined {
  return [root, from, ...calls.map(({ cwd }) => cwd)].find(
    (directory) =>
      directory !== undefined && (!isAbsolute(directory) || directory.split(/[\\/]/).includes('..')),
  );
}

/** The answer when the asking program is unknown. */
export function refuseUnread(registered: HookHost, why: string): Reply {
  return refuseUnknown(registered, fill(deniedTexts.undecided, { why }));
}

/** The answer when there is nothing to decide with. */
function refuse(host: HookHost, why: string): Reply {
  return host.toReply({ verdict: 'deny', reason: fill(deniedTexts.undecided, { why }) });
}
