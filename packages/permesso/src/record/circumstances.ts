import type { Question } from '../decision/question.ts';
import type { RecordingWorld } from '../world/recorded-world.ts';
import type { Circumstances } from './log.ts';
import { policyRevision } from './policy-revision.ts';

/** A question with the world that was watched while it was decided; without one there is no log to tell. */
export interface Watched {
  readonly question?: Question;
  readonly seen?: RecordingWorld | undefined;
  readonly byOwnTool?: boolean;
}

/** What the log tells about a decision beside the call itself. */
export function aboutOf({ question, seen, byOwnTool }: Watched): Circumstances {
  if (question === undefined || seen === undefined) return {};
  return {
    ...callerOf({ question, seen }),
    policy: policyRevision(question.policy),
    world: seen.record(),
    ...(byOwnTool === true ? { facts: question.facts } : {}),
  };
}

/** What an answer repeats of the decision that it belongs to. */
export function callerOf({ question, seen }: Watched): Circumstances {
  if (question === undefined || seen === undefined) return {};
  const { callKey, call } = question;
  return { callKey, ...(call.session === undefined ? {} : { session: call.session }) };
}
