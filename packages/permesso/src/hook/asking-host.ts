import { agentName } from '@permesso/protocol/text';
import { fill } from '@permesso/engine/call';
import { unknownSenderTexts as texts } from '@permesso/gate/messages';
import { hookHosts } from '../host-lists/hook-hosts.ts';
import { exitCodeAnswers, type HookHost, type Payload, type Reply } from '@permesso/gate/payloads';

/**
 * The program that sent a payload, or why it cannot be answered: an answer in another program's format may run the
 * call.
 */
export type AskingHost = { readonly host: HookHost } | { readonly unknown: string };

/** The program that asks, which may differ from the one the hook was registered for. */
export function askingHost(payload: Payload, registered: HookHost): AskingHost {
  if (registered.sends === undefined) return { host: registered };
  const title = agentName(registered.name);
  const senders = [...hookHosts.values()].filter(
    (host) => host.sends?.(payload) === true && (host.unmarked !== true || host.name === registered.name),
  );
  const [host, ...others] = senders;
  if (host === undefined) return { unknown: fill(texts.unrecognised, { title }) };
  if (others.length > 0) return { unknown: fill(texts.ambiguous, { title }) };
  const second = secondCall(payload, host);
  return second === undefined
    ? { host }
    : { unknown: fill(texts.secondCall, { title: agentName(host.name), field: second }) };
}

/** Field names for the called tool in all programs, normalised. */
const callNames: ReadonlySet<string> = new Set(
  [...hookHosts.values()]
    .flatMap(({ callFields }) => callFields)
    .concat('tool_arguments', 'arguments', 'parameters', 'commands', 'command_line')
    .map(plainName),
);

/** A field that another program uses for the called tool: it may name a different call. */
function secondCall(payload: Payload, { callFields }: HookHost): string | undefined {
  return Object.keys(payload).find((name) => !callFields.includes(name) && callNames.has(plainName(name)));
}

function plainName(name: string): string {
  return name.replaceAll(/[-_ ]/g, '').toLowerCase();
}

/** A deny for an unknown program: almost all stop at exit code 2, whatever else they read. */
export function refuseUnknown(registered: HookHost, reason: string): Reply {
  const denied = exitCodeAnswers.deny(reason);
  if (registered.ignoresExitCode !== true) return denied;
  return { ...denied, stdout: registered.toReply({ verdict: 'deny', reason }).stdout };
}
