import { createPolicyGate } from '@permesso/gate/gate';
import { type HookHost, isPayload, type ProcessFacts, startedBy, textIn } from '@permesso/gate/payloads';
import { findPlaces, type PlaceOptions } from '@permesso/gate/disk';
import { launcherMark } from '../launch/launcher.ts';
import { projectControlledHome } from './project-controlled-home.ts';
import { sessionPlace, startDirectory } from './session-place.ts';

/**
 * Stores the orders in a person's message, as the host passes it on before the agent sees it. Answers nothing; if it
 * fails, nothing counts as ordered. Throws if the payload is not one of this host's.
 */
export async function recordPrompt(
  text: string,
  host: HookHost,
  { by, ...places }: PromptOptions = {},
): Promise<void> {
  const payload: unknown = JSON.parse(text);
  const { prompts } = host;
  if (!isPayload(payload) || prompts === undefined || textIn(payload, 'hook_event_name') !== prompts.event)
    throw new Error(`${host.name} tells nothing of messages`);
  const message = textIn(payload, 'prompt');
  const session = textIn(payload, 'session_id');
  if (message === undefined || session === undefined) throw new Error(`${host.name} sent no message`);
  // Some programs report a sub-agent's task, or that tools have answered, as a message too.
  if (textIn(payload, 'agent_id') !== undefined || message.trim() === '') return;
  if (!isPersons(message, { ...prompts, program: by ?? startedBy(launcherMark)?.host })) return;
  const root = startDirectory(host);
  const { cwd } = sessionPlace(root, textIn(payload, 'cwd'));
  const brought = projectControlledHome(findPlaces(places), cwd);
  if (brought !== undefined) throw new Error(brought);
  const where = { ...places, session, cwd, project: root };
  await createPolicyGate({ ...where, onePlace: true, lookEvery: Infinity }).said(message, { session, cwd });
}

interface PromptOptions extends PlaceOptions {
  /** The agent program; absent: as found through the kernel. */
  readonly by?: ProcessFacts;
}

type Prompts = NonNullable<HookHost['prompts']>;

/**
 * A message from a script that started the program, or written by the program itself (`<task-notification>`), need
 * not be a person's.
 */
function isPersons(
  message: string,
  { isHeadless, program }: Prompts & { readonly program: ProcessFacts | undefined },
): boolean {
  if (/^\s*</u.test(message)) return false;
  // Without proof that a person typed it, it orders nothing, and more is asked.
  return program !== undefined && !isHeadless(program);
}
