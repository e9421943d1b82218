/** Rules that a program accepts but never applies, each with an example. */
interface DeadRule {
  readonly format: string;
  /** Limited to these settings: some spellings work in one file and not in another. */
  readonly of?: 'user';
  readonly rule: RegExp;
  readonly why: string;
  readonly example: string;
}

export const deadRules: readonly DeadRule[] = [
  {
    format: 'claude',
    rule: /^(?:Write|MultiEdit|NotebookEdit)\(/,
    why: 'Claude Code compares paths with Read and Edit rules alone: write Edit(...)',
    example: 'Write(.env)',
  },
  {
    format: 'claude',
    rule: /^(?:Glob|Grep)\(/,
    why: 'Claude Code compares paths with Read and Edit rules alone: write Read(...)',
    example: 'Grep(secrets/**)',
  },
  {
    format: 'claude',
    rule: /^(?:bash|shell|read|write|edit|webfetch|websearch|glob|grep)\b/,
    why: 'Claude Code has no tool of this name; its names begin with a capital',
    example: 'bash(rm:*)',
  },
  {
    format: 'claude',
    of: 'user',
    rule: /^(?:Read|Edit)\(\/(?!\/)/,
    why: 'a single slash starts beside the settings file: an absolute path begins with two',
    example: 'Read(/etc/shadow)',
  },
  {
    format: 'opencode',
    rule: /^[A-Z]\w* /,
    why: 'OpenCode has no tool of this name; its names are small',
    example: 'Bash rm *',
  },
];

export function deadThere(format: string, rule: string, of: 'user' | 'project'): string | undefined {
  return deadRules.find(
    (row) => row.format === format && (row.of === undefined || row.of === of) && row.rule.test(rule),
  )?.why;
}
