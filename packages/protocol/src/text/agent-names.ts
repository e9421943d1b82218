const titles: ReadonlyMap<string, string> = new Map([
  ['claude-code', 'Claude Code'],
  ['codex', 'Codex'],
  ['cursor', 'Cursor'],
  ['kiro', 'Kiro'],
  ['windsurf', 'Windsurf'],
  ['gemini-cli', 'Gemini CLI'],
  ['opencode', 'OpenCode'],
  ['copilot-cli', 'Copilot CLI'],
  ['qwen-code', 'Qwen Code'],
  ['cline', 'Cline'],
]);

export function agentName(host: string): string {
  return titles.get(host) ?? host;
}
