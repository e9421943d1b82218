/** Gemini CLI's tools and our names for them. */
export const geminiTools: ReadonlyMap<string, string> = new Map([
  ['run_shell_command', 'Bash'],
  ['ShellTool', 'Bash'],
  ['read_file', 'Read'],
  ['read_many_files', 'Read'],
  ['list_directory', 'Glob'],
  ['glob', 'Glob'],
  ['grep_search', 'Grep'],
  ['search_file_content', 'Grep'],
  ['write_file', 'Write'],
  ['replace', 'Write'],
  ['web_fetch', 'WebFetch'],
  ['google_web_search', 'WebSearch'],
]);

/** Tools that one of our rules covers together: an allow of one is an allow of all of them. */
export const combinedTools: readonly { readonly rule: string; readonly tools: readonly string[] }[] = [
  { rule: 'Write', tools: ['write_file', 'replace'] },
  { rule: 'Read', tools: ['read_file', 'read_many_files'] },
];
