/** A tool call that the model asks for. */
export interface ToolUse {
  readonly tool: string;
  readonly input?: Readonly<Record<string, unknown>>;
  /** Free text instead of JSON input: a custom tool of the Responses API, such as `apply_patch`. */
  readonly text?: string;
  /** Where the Responses API groups tools. */
  readonly namespace?: string;
}

/** What the model says in one turn: text, one tool call, or several at once. */
export interface Reply {
  readonly text?: string;
  readonly calls?: readonly ToolUse[];
}

export type ScriptStep = Reply | ToolUse | ((turn: Turn) => Reply | ToolUse);

/** Steps in their order, or a function where several conversations run against one model: an agent and its sub-agent. */
export type Script = readonly ScriptStep[] | ((turn: Turn) => Reply | ToolUse);

export interface OfferedTool {
  readonly name: string;
  readonly description?: string;
  readonly schema?: unknown;
}

/** What came back for a tool call. */
export interface ToolResult {
  readonly id?: string;
  readonly text: string;
}

/** One request, read the same way from every wire format. */
export interface Turn {
  readonly wire: string;
  readonly path: string;
  readonly model: string;
  readonly stream: boolean;
  readonly tools: readonly OfferedTool[];
  /** Every tool result of the conversation so far, oldest first. */
  readonly results: readonly ToolResult[];
  /** All that the system and the user have said, to tell one conversation from another. */
  readonly prompt: string;
  readonly body: unknown;
}

/** Hosts put calls without tools on the side: titles, summaries, quota checks. They are not part of a script. */
export function isSideCall({ tools }: Turn): boolean {
  return tools.length === 0;
}

/**
 * The step that this conversation has reached. Nothing is remembered between requests: the ids of the calls say which
 * step the results answer, so retries, resumed runs and several conversations at once all find their place.
 */
export function play(steps: readonly ScriptStep[], turn: Turn): Reply {
  const reached = stepAfter(turn.results);
  const step = steps[reached];
  if (step === undefined) return { text: lastWords(turn) };
  const said = typeof step === 'function' ? step(turn) : step;
  return replyOf(said);
}

export function replyOf(said: Reply | ToolUse): Reply {
  return 'tool' in said ? { calls: [said] } : said;
}

/** Names the call so that its result tells the step it belongs to. */
export function callId(place: {
  readonly request: number;
  readonly step: number;
  readonly index: number;
}): string {
  return `call_${place.request}_s${place.step}_${place.index}`;
}

/** How many steps have been answered. Results without an id of ours count for one step each. */
export function stepAfter(results: readonly ToolResult[]): number {
  const steps = results.map(({ id }) => /_s(\d+)_\d+$/.exec(id ?? '')?.[1]);
  if (steps.some((step) => step === undefined)) return results.length;
  return Math.max(-1, ...steps.map(Number)) + 1;
}

/** Ends the conversation and shows in plain sight what the model was told. */
function lastWords({ results }: Turn): string {
  const last = results.at(-1)?.text;
  return last === undefined ? 'Done.' : `Done. The last tool said: ${last.slice(0, 2000)}`;
}
