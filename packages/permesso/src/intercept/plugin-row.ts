import { type Answers, hasTexts, type Dialect, jsonReply, type Reply } from '@permesso/gate/payloads';

/** A plugin's request to the hook, one line of JSON each way: both ends are ours. */
export interface HookRequest {
  /** The program. Absent in OpenCode. */
  readonly plugin?: string;
  readonly tool: string;
  readonly sessionID: string;
  readonly callID: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly directory: string;
  /** The configured MCP servers. Absent if we were never shown the configuration. */
  readonly servers?: readonly string[];
  /** The configured `shell`, else $SHELL. Absent if neither is set, or we were never shown the configuration. */
  readonly shell?: string;
  /** A sub-agent's name; absent for the agent that the person talks to. */
  readonly agent?: string;
}

export type HookAnswer =
  | { readonly verdict: 'allow'; readonly args?: Readonly<Record<string, unknown>> }
  | { readonly verdict: 'deny'; readonly reason: string };

const answers: Answers = {
  allow: () => said({ verdict: 'allow' }),
  deny: (reason) => said({ verdict: 'deny', reason }),
  edit: (args) => said({ verdict: 'allow', args: { ...args } }),
};

/** The part of a row that is the same for every program with a plugin of ours. */
export function pluginRow(
  plugin: string | undefined,
): Required<Pick<Dialect, 'fields' | 'sends' | 'answers' | 'silent'>> {
  return {
    fields: {
      event: 'untold',
      tool: 'tool',
      input: 'args',
      cwd: 'directory',
      session: 'sessionID',
      agent: { type: 'agent', id: 'agent' },
    },
    sends: (payload) => payload['plugin'] === plugin && hasTexts(payload, 'sessionID', 'callID', 'tool'),
    answers,
    // Our plugin passes the call on, and the program asks as it would without it.
    silent: said({ verdict: 'allow' }),
  };
}

function said(answer: HookAnswer): Reply {
  return jsonReply(answer);
}
