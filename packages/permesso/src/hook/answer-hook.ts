import { isAbsolute } from 'node:path';
import { definedFields, fill, parseStrictJson, type ToolCall } from '@permesso/engine/call';
import { callsIn, type HookEnvironment } from '../intercept/host-shell.ts';
import { deniedTexts } from '@permesso/gate/messages';
import { askingHost, refuseUnknown } from './asking-host.ts';
import { silence, type Calls, type HookHost, type Reply, isPayload } from '@permesso/gate/payloads';
import { intercept, type HookGate } from '../intercept/intercept.ts';
import { sandboxWish, type SandboxWish } from '../intercept/sandboxed-command.ts';
import { toldFailure } from '../intercept/refusal-texts.ts';

/** What the payload says beside the call. */
export interface GateWish {
  /** The program that asks. */
  readonly host: HookHost;
  readonly sandboxed: SandboxWish;
  /** What the host calls the mode that it is in. */
  readonly hostMode?: string;
  /** Where the person started the session, where the payload tells it. */
  readonly root?: string;
}

export interface AnswerOptions {
  readonly host: HookHost;
  /** Made only once a call is known: whose session it is and where it starts decide which files count. */
  readonly gateFor: (call: ToolCall, how: GateWish) => HookGate;
  /** Ends asking: the host will not wait any longer. */
  readonly signal: AbortSignal;
  /** What the host gave its hook; the environment of this process when absent. */
  readonly env?: HookEnvironment;
}

/** What came on stdin -> how the hook ends. Total: whatever goes wrong is a deny in the host's own words. */
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

/** Behind a link, `..` leads elsewhere than it reads. */
function unclearDirectory({ calls, from, root }: Calls): string | undefined {
  return [root, from, ...calls.map(({ cwd }) => cwd)].find(
    (directory) =>
      directory !== undefined && (!isAbsolute(directory) || directory.split(/[\\/]/).includes('..')),
  );
}

/** The answer when nobody can say who asks. */
export function refuseUnread(registered: HookHost, why: string): Reply {
  return refuseUnknown(registered, fill(deniedTexts.undecided, { why }));
}

/** The answer when there is nothing to decide with. */
function refuse(host: HookHost, why: string): Reply {
  return host.toReply({ verdict: 'deny', reason: fill(deniedTexts.undecided, { why }) });
}
