import { createPolicyGate } from '@permesso/gate/gate';
import { type HookHost, isPayload, type ProcessFacts, startedBy, textIn } from '@permesso/gate/payloads';
import { findPlaces, type PlaceOptions } from '@permesso/gate/disk';
import { launcherMark } from '../launch/launcher.ts';
import { projectControlledHome } from './project-controlled-home.ts';
import { sessionPlace, startDirectory } from './session-place.ts';

/**
 * Keeps what a message of the person orders, as the host tells it before the agent sees it. It answers nothing, and where it fails
 * nothing was named. Throws where the payload is not one of this host.
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
  // Some tell the task of a sub-agent, and that tools have answered, as a message too.
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
  /** The agent program; as the kernel tells it when absent. */
  readonly by?: ProcessFacts;
}

type Prompts = NonNullable<HookHost['prompts']>;

/** What a script started the program with, or the program wrote itself (`<task-notification>`), need not be a person's. */
function isPersons(
  message: string,
  { isHeadless, program }: Prompts & { readonly program: ProcessFacts | undefined },
): boolean {
  if (/^\s*</u.test(message)) return false;
  // Nobody says that a person typed it: then it orders nothing, and more is asked.
  return program !== undefined && !isHeadless(program);
}
