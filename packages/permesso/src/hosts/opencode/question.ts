/** What the plugin asks the hook, one line of JSON each way: both ends are ours. */
export interface Question {
  readonly tool: string;
  readonly sessionID: string;
  readonly callID: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly directory: string;
  /** The MCP servers of the configuration. Absent when it was never shown to us. */
  readonly servers?: readonly string[];
  /** A sub-agent's name; absent for the agent that the person talks to. */
  readonly agent?: string;
}

export type Answer =
  | { readonly verdict: 'allow'; readonly args?: Readonly<Record<string, unknown>> }
  | { readonly verdict: 'deny'; readonly reason: string };
