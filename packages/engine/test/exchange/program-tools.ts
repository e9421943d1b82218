/** The tools of the real programs. The first lists are what `npm run tools -- hosts:tools` saw them offer to their models. */
export const toolsOf: Readonly<
  Record<'gemini' | 'geminiBefore' | 'opencode' | 'opencodeMore' | 'claude', readonly string[]>
> = {
  gemini: words(
    'activate_skill enter_plan_mode glob google_web_search grep_search invoke_agent list_background_processes list_directory read_background_output read_file replace run_shell_command update_topic web_fetch write_file write_todos',
  ),
  /** Of other versions, and offered only at times. */
  geminiBefore: words('ShellTool ask_user exit_plan_mode read_many_files save_memory search_file_content'),
  opencode: words('bash edit glob grep read skill task todowrite webfetch write'),
  /** Permissions for tools that are offered only at times. */
  opencodeMore: words('list lsp codesearch question todoread websearch'),
  claude: words(
    'Agent AskUserQuestion Bash BashOutput Edit EnterPlanMode ExitPlanMode Glob Grep KillShell MultiEdit NotebookEdit Read Skill SlashCommand Task TodoWrite ToolSearch WebFetch WebSearch Write',
  ),
};

function words(text: string): readonly string[] {
  return text.split(' ');
}
