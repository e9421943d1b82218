type Program = 'claude' | 'gemini' | 'opencode' | 'copilot';

/**
 * The names of each program's own tools. A rule about one of them means nothing in another program unless it is translated: a
 * deny of `WebFetch` would deny nothing in Gemini CLI, whose tool is `web_fetch`.
 */
const builtIn: Readonly<Record<Program, ReadonlySet<string>>> = {
  claude: words(
    'Agent AskUserQuestion Bash BashOutput CronCreate CronDelete CronList Edit EnterPlanMode EnterWorktree ExitPlanMode',
    'ExitWorktree Glob Grep KillShell LSP Monitor MultiEdit NotebookEdit PowerShell Read SendMessage Skill SlashCommand',
    'Task TaskCreate TaskGet TaskList TaskOutput TaskStop TaskUpdate TodoWrite ToolSearch WebFetch WebSearch Workflow Write',
  ),
  gemini: words(
    'ShellTool activate_skill ask_user complete_task enter_plan_mode exit_plan_mode get_internal_docs glob',
    'google_web_search grep_search invoke_agent list_background_processes list_directory read_background_output read_file',
    'read_many_files replace run_shell_command save_memory search_file_content update_topic web_fetch write_file write_todos',
  ),
  opencode: words(
    'apply_patch bash batch codesearch edit glob grep list lsp multiedit patch question read skill task todoread todowrite',
    'webfetch websearch write',
  ),
  copilot: words('create fetch powershell shell str_replace_editor view web_search'),
};

function words(...lines: readonly string[]): ReadonlySet<string> {
  return new Set(lines.flatMap((line) => line.split(' ')));
}

/**
 * A program's own names for the tool in a rule, including `WebFetch*` as an import writes it. A name that no program has built
 * in is a custom tool and stays unchanged. Empty if the program has no such tool.
 */
export function namesThere(
  name: string,
  { program, ours }: { readonly program: Program; readonly ours?: ReadonlyMap<string, string> },
): readonly string[] {
  const tool = withoutStar(name);
  const translated = [...(ours ?? [])].flatMap(([their, own]) => (own === tool ? [their] : []));
  if (translated.length > 0) return translated;
  if (builtIn[program].has(tool)) return [tool];
  return isBuiltIn(tool) || name.includes('*') ? [] : [name];
}

/** The name without the star with which an import marks it as a name. */
export function withoutStar(name: string): string {
  const tool = name.slice(0, -1);
  return name.endsWith('*') && isBuiltIn(tool) ? tool : name;
}

function isBuiltIn(name: string): boolean {
  return Object.values(builtIn).some((names) => names.has(name));
}
