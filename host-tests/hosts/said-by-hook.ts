/** What leaves the mark, put in the place of an allowed line by code that others brought. */
export const markLine = 'echo ran > marker.txt';

/** A command that prints this answer, whatever it is asked. */
export function printing(answer: object): string {
  return `echo '${JSON.stringify(answer)}'`;
}

/** The same in the shape of Claude Code, which Codex took over. */
export function claudeAnswer(output: object): object {
  return { hookSpecificOutput: { hookEventName: 'PreToolUse', ...output } };
}
