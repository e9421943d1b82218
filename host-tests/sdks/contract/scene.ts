import type { Answer, Approval, Gate, Principal } from '@permesso/gate';
import type { ApprovalStore } from '@permesso/gate/stores';
import type { FakeModel } from '../../fake-model/fake-model.ts';
import type { ToolUse } from '../../fake-model/script.ts';

/** What a person says to one question, in the app's own UI. */
export type Said =
  /** The SDK's own answer. */
  | { readonly approved: boolean; readonly comment?: string }
  /** More than the SDK can carry: an edit, a session. Given to the guard, then resumed in the SDK's own way. */
  | { readonly answer: Answer };

export interface Question {
  readonly tool: string;
  readonly input: unknown;
  /** The same question as Permesso keeps it. */
  readonly approval: Pick<Approval, 'request'> | undefined;
}

/** One conversation of a real SDK with the fake model. */
export interface Scene {
  readonly model: FakeModel;
  readonly gate: Gate;
  readonly session: string;
  /** Opened again where it is needed, as another process would. */
  readonly approvals: () => ApprovalStore;
  /** What each tool does when it really runs. */
  readonly tools: Tools;
  readonly person: (question: Question) => Said;
  /** Where given: everything but what was saved is made again between question and answer. */
  readonly restart?: () => Gate;
  readonly ask?: 'suspend' | 'approver';
  readonly signal?: AbortSignal;
  /** For whom the agent acts. */
  readonly owner?: Principal;
}

/** As every adapter takes it. */
export function principalOf({ owner }: Scene): { readonly principal?: Principal } {
  return owner === undefined ? {} : { principal: owner };
}

export interface Tools {
  readonly shell: (input: { readonly command: string }) => string;
  readonly note: (input: { readonly text: string }) => string;
  readonly vault: (input: { readonly name: string }) => string;
}

/** How one SDK is driven. Each makes the tools of the scene in its own way, and `delegate`, which starts a sub-agent. */
export interface Driver {
  readonly sdk: string;
  /** Runs until the model has nothing more to say. Rejects only where the SDK itself does. */
  readonly run: (scene: Scene) => Promise<void>;
  /** How the model must call a tool of the scene, where the SDK gives it another name. */
  readonly onTheWire?: (use: ToolUse) => ToolUse;
  /** Which tools of the scene the model was told about, where they do not all stand in the first request. */
  readonly offered?: (model: FakeModel) => readonly string[];
  /** What the SDK cannot do, with the reason; the case is then not run, and the table says so. */
  readonly cannot?: Readonly<Record<string, string>>;
}

/** Tells the sub-agent's conversation from the other. */
export const helperInstructions = 'You are the helper of another agent.';

/** What an app does with every question: shows it, and hands the answer back. */
export async function answerAll(
  guard: {
    readonly pending: (session?: string) => Promise<readonly Approval[]>;
    readonly answer: (id: string, answer: Answer) => Promise<boolean>;
  },
  scene: Scene,
  asked: { readonly id: string; readonly tool: string; readonly input: unknown },
): Promise<{ readonly approved: boolean; readonly comment?: string }> {
  const approval = (await guard.pending(scene.session)).find(({ request }) => request.id === asked.id);
  const said = scene.person({ tool: asked.tool, input: asked.input, approval });
  if ('approved' in said) return said;
  if (approval !== undefined) await guard.answer(approval.id, said.answer);
  const { answer } = said;
  return answer.verdict === 'allow'
    ? { approved: true }
    : { approved: false, ...(answer.comment === undefined ? {} : { comment: answer.comment }) };
}
