import type { ToolCall } from '../call/tool-call.ts';
import type { Decision } from '../decision/decision.ts';
import { failureDecision } from '../decision/failure.ts';
import type { Grant } from '../decision/grant.ts';
import type { Question } from '../decision/question.ts';
import { messageOf } from '../facts/read-facts.ts';
import type { RecordingWorld } from '../world/recorded-world.ts';
import type { Answer, Approver } from './approver.ts';
import type { GrantStore } from './grant-store.ts';
import { grantsUsed } from './grants-used.ts';
import type { WaitingQuestions } from './waiting-questions.ts';

/** Where calls are brought to be authorized: the engine, whoever is asked, what is remembered, and who is told. */
export interface Desk {
  /** As policy, mode and grants are at this moment; `extra` counts as well. Never throws. */
  readonly decide: (call: ToolCall, extra: readonly Grant[]) => Decided;
  readonly grants: GrantStore;
  readonly waiting: WaitingQuestions;
  readonly approver: Approver | undefined;
  readonly tell: {
    readonly decided: (call: ToolCall, decided: Decided) => void;
    readonly answered: (
      call: ToolCall,
      answer: Answer,
      about: { readonly asked: Decided; readonly waited: number },
    ) => void;
    readonly granted: (grant: Grant) => void;
    readonly failed: (error: string) => void;
  };
}

/** Without a question when deciding itself failed. */
export interface Decided {
  readonly decision: Decision;
  readonly question?: Question;
  /** The world with what was asked of it, when there is a log to tell. */
  readonly seen?: RecordingWorld | undefined;
  /** Whether a tool of the app said what the call would do. */
  readonly byOwnTool?: boolean;
}

/** How often somebody else may use up a grant between our decision and our counting. */
const mostRaces = 3;

/** The decision with the uses of its grants counted: one that has none left lets nothing through. Never rejects. */
export async function decideAndCount(
  call: ToolCall,
  yes: readonly Grant[],
  desk: Pick<Desk, 'decide' | 'grants'>,
): Promise<Decided> {
  try {
    for (let race = 0; race < mostRaces; race++) {
      const decided = desk.decide(call, yes);
      if (decided.decision.verdict !== 'allow') return decided;
      if (await countUses(decided.decision, yes, desk.grants)) return decided;
    }
    return { decision: failureDecision('what was granted for this call was used up by others') };
  } catch (error) {
    return { decision: failureDecision(`the use of a grant could not be counted: ${messageOf(error)}`) };
  }
}

/** False when a counted grant had no call left after all: somebody else was faster. */
async function countUses(decision: Decision, yes: readonly Grant[], grants: GrantStore): Promise<boolean> {
  for (const id of grantsUsed(decision)) {
    if (yes.every((grant) => grant.id !== id) && (await grants.use?.(id)) === false) return false;
  }
  return true;
}
