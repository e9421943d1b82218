/** A tool call that the model asks for. */
export interface ToolUse {
  readonly tool: string;
  readonly input?: Readonly<Record<string, unknown>>;
  /** Free text instead of JSON input: a custom tool of the Responses API, such as `apply_patch`. */
  readonly text?: string;
  /** The Responses API's grouping of tools. */
  readonly namespace?: string;
}

/** One turn of the model: text, one tool call, or several at once. */
export interface Reply {
  readonly text?: string;
  readonly calls?: readonly ToolUse[];
}

export type ScriptStep = Reply | ToolUse | ((turn: Turn) => Reply | ToolUse);

/** Ordered steps, or a function where several conversations run against one model: an agent and its sub-agent. */
export type Script = readonly ScriptStep[] | ((turn: Turn) => Reply | ToolUse);

export interface OfferedTool {
  readonly name: string;
  readonly description?: string;
  readonly schema?: unknown;
}

/** The result of a tool call. */
export interface ToolResult {
  readonly id?: string;
  readonly text: string;
}

/** One request, in the same form for every wire format. */
export interface Turn {
  readonly wire: string;
  readonly path: string;
  readonly model: string;
  readonly stream: boolean;
  readonly tools: readonly OfferedTool[];
  /** Every tool result of the conversation so far, oldest first. */
  readonly results: readonly ToolResult[];
  /** All system and user text, to tell conversations apart. */
  readonly prompt: string;
  readonly body: unknown;
}

/** Hosts make side calls without tools: titles, summaries, quota checks. They are not part of a script. */
export function isSideCall({ tools }: Turn): boolean {
  return tools.length === 0;
}

/**
 * The step that this conversation has reached. Stateless between requests: the call ids tell which step the results
 * answer, so retries, resumed runs and concurrent conversations all resolve.
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

/** Encodes the step in the call's id, so that its result can be matched. */
export function callId(place: {
  readonly request: number;
  readonly step: number;
  readonly index: number;
}): string {
  return `call_${place.request}_s${place.step}_${place.index}`;
}

/** How many steps have been answered. Results without one of our ids count as one step each. */
export function stepAfter(results: readonly ToolResult[]): number {
  const steps = results.map(({ id }) => /_s(\d+)_\d+$/.exec(id ?? '')?.[1]);
  if (steps.some((step) => step === undefined)) return results.length;
  return Math.max(-1, ...steps.map(Number)) + 1;
}

/** Ends the conversation and quotes the results that the model got. */
function lastWords({ results }: Turn): string {
  const last = results.at(-1)?.text;
  return last === undefined ? 'Done.' : `Done. The last tool said: ${last.slice(0, 2000)}`;
}
