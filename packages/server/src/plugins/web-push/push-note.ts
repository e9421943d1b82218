import {
  type ToldNotice,
  askerLines,
  callText,
  effectLines,
  headline,
  oneLine,
  type Message,
} from '../../notifications/index.ts';

type Held = Extract<ToldNotice, { about: 'held' }>;

/** A browser notification. It may appear on a locked screen, and be stored by the system. */
export interface PushNote {
  readonly title: string;
  readonly body: string;
  /** The request that a click opens; absent: the list. */
  readonly request?: string;
  /** A newer one with the same tag replaces it. */
  readonly tag: string;
  readonly isUrgent: boolean;
  /** Seconds after which the message is pointless. */
  readonly seconds: number;
}

export const countTag = 'approvals';

const longest = { title: 100, body: 300 };

/** The number of this person's pending requests, and the project. */
export function countNote(message: Message, waiting: number, at: Date): PushNote {
  const { asker, isEscalated, agentWaits, approval } = message;
  const project = oneLine(asker.project).slice(0, longest.title);
  return {
    title: `${isEscalated ? 'Still waiting: an' : 'An'} approval request in ${project}`,
    body: waiting === 1 ? '1 request is waiting for you.' : `${waiting} requests are waiting for you.`,
    ...(agentWaits === undefined ? { request: approval } : {}),
    tag: countTag,
    ...urgency(message, at),
  };
}

/** Messages deferred by quiet hours: their number and projects. */
export function heldNote({ title, projects }: Pick<Held, 'title' | 'projects'>): PushNote {
  return { title, body: projects.slice(0, 10).join(', '), tag: countTag, isUrgent: false, seconds: 3600 };
}

/** Owner, machine, project and command as for every other target: secrets were redacted before. */
export function callNote(message: Message, at: Date): PushNote {
  const { agentWaits, approval } = message;
  const who = askerLines(message)
    .map(([, value]) => value)
    .join(', ');
  return {
    title: headline(message).slice(0, longest.title),
    body: `${[callText(message), ...effectLines(message)].join('\n').slice(0, longest.body)}\n${who.slice(0, longest.body)}`,
    ...(agentWaits === undefined ? { request: approval } : {}),
    tag: approval,
    ...urgency(message, at),
  };
}

function urgency({ isEscalated, expiresAt }: Message, at: Date): Pick<PushNote, 'isUrgent' | 'seconds'> {
  const left = Math.floor((expiresAt.getTime() - at.getTime()) / 1000);
  return { isUrgent: isEscalated, seconds: Math.min(Math.max(left, 0), 86_400) };
}
