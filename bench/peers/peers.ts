/** An engine of somebody else that can be had from npm, and what one must know to read its figures fairly. */
export interface Peer {
  readonly id: string;
  readonly title: string;
  /** Exact pins. They are installed into a throw-away folder, never into this repository. */
  readonly packages: Readonly<Record<string, string>>;
  readonly version: string;
  readonly licence: string;
  /** What its makers say it does, in our words. */
  readonly claims: string;
  /** How it is run here, and what of it is not. */
  readonly how: string;
  /** What it does with a command that no rule names. */
  readonly unnamed: string;
  /** Set where a command that no rule names runs in a sandbox: whether it is asked about is no question there. */
  readonly sandboxed?: true;
}

export const peers: readonly Peer[] = [
  {
    id: 'gemini-cli',
    title: 'Gemini CLI',
    packages: { '@google/gemini-cli-core': '0.61.0' },
    version: '0.61.0',
    licence: 'Apache-2.0',
    claims:
      'A policy engine with prioritised rules; shell lines are parsed, every command in them is checked, redirections are asked about.',
    how: 'Its `PolicyEngine` with its own default policies; rules as a TOML policy of the user, `commandPrefix` with deny over ask over allow.',
    unnamed: 'asks, but for a short list of commands known to be safe',
  },
  {
    id: 'qwen-code',
    title: 'Qwen Code',
    packages: { '@qwen-code/qwen-code': '0.24.4' },
    version: '0.24.4',
    licence: 'Apache-2.0',
    claims:
      'Rules in the form of Claude Code; commands are read for what they read and write, so that rules about files bind them too.',
    how: 'Its `PermissionManager`, taken from the published bundle; rules unchanged.',
    unnamed: 'asks, but for commands that it proves to only read',
  },
  {
    id: 'pi-permission-system',
    title: 'pi-permission-system',
    packages: { '@gotgenes/pi-permission-system': '20.7.3' },
    version: '20.7.3',
    licence: 'MIT',
    claims:
      'Deterministic gates for the Pi agent: wildcard rules on every command of a line, paths, places outside the project; wrappers are asked about.',
    how: 'Its whole gate pipeline (paths, outside directories, commands) on tree-sitter-bash; rules as wildcards, denies last, since the last match wins there.',
    unnamed: 'asks',
  },
  {
    id: 'codex',
    title: 'Codex execpolicy',
    packages: { '@openai/codex': '0.166.0' },
    version: '0.166.0',
    licence: 'Apache-2.0',
    claims:
      'Prefix rules on the words of a command. What no rule names runs inside the sandbox, which is the main protection there.',
    how: 'The real `codex execpolicy check`. Codex first splits a plain line into commands; that step is not in the command and was written again from its documentation (`bench/peers/engines/codex-lowering.ts`). The sandbox and the model are not part of this.',
    unnamed: 'runs it in its sandbox; counted as an ask',
    sandboxed: true,
  },
];

/** Lines to read the others by. Nobody ships them. */
export const baselines: readonly { readonly id: string; readonly title: string; readonly how: string }[] = [
  { id: 'ask-always', title: 'always ask', how: 'asks about everything but what a rule denies by its text' },
  {
    id: 'text-prefix',
    title: 'prefix of the text',
    how: 'compares the start of the line with each rule, as a hook of ten lines does',
  },
];
