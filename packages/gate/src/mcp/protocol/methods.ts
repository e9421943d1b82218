/** How a client request is handled. */
export interface Method {
  readonly name: string;
  /**
   * `decide`: it makes the server act or return something, so the policy is asked. `pass`: it opens, lists, watches
   * or ends something that was decided before. `unless-denied`: asking would make no sense, but a deny still applies.
   */
  readonly is: 'decide' | 'pass' | 'unless-denied';
  /** The name in rules, `mcp__SERVER__resources/read`. Defaults to its own name. */
  readonly as?: string;
  readonly why: string;
}

/** Every request that clients may send in revisions up to 2026-07-28. */
export const methodRows: readonly Method[] = [
  { name: 'tools/call', is: 'decide', why: 'runs a tool' },
  { name: 'resources/read', is: 'decide', why: 'hands out what the server can read' },
  { name: 'resources/subscribe', is: 'decide', as: 'resources/read', why: 'watching is reading' },
  { name: 'prompts/get', is: 'decide', why: "passes the server's text to the model" },
  { name: 'completion/complete', is: 'unless-denied', why: 'is sent at every key that a person types' },
  { name: 'initialize', is: 'pass', why: 'opens the session' },
  { name: 'server/discover', is: 'pass', why: 'opens the session' },
  { name: 'ping', is: 'pass', why: 'asks for a sign of life' },
  { name: 'tools/list', is: 'pass', why: 'lists; what is hidden is taken out' },
  { name: 'resources/list', is: 'pass', why: 'lists' },
  { name: 'resources/templates/list', is: 'pass', why: 'lists' },
  { name: 'prompts/list', is: 'pass', why: 'lists' },
  { name: 'resources/unsubscribe', is: 'pass', why: 'ends something' },
  { name: 'logging/setLevel', is: 'pass', why: 'says how much the server tells of itself' },
  { name: 'subscriptions/listen', is: 'pass', why: 'is told that something changed, not what' },
  { name: 'tasks/list', is: 'pass', why: 'lists calls that were decided' },
  { name: 'tasks/get', is: 'pass', why: 'speaks of a call that was decided' },
  { name: 'tasks/result', is: 'pass', why: 'speaks of a call that was decided' },
  { name: 'tasks/update', is: 'pass', why: 'speaks of a call that was decided' },
  { name: 'tasks/cancel', is: 'pass', why: 'ends something' },
];

const known: ReadonlyMap<string, Method> = new Map(methodRows.map((row) => [row.name, row]));

/** Names of requests other than `tools/call`, as used in rules: no tool of a server may have one of them. */
export const requestNames: ReadonlySet<string> = new Set(methodRows.map(({ name }) => name));

/** An unknown request may do anything, so the policy is asked about it under its own name. */
export function methodOf(name: string): Method {
  return known.get(name) ?? { name, is: 'decide', why: 'is not known' };
}
