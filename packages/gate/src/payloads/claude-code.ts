import { join } from 'node:path';
import { readText, type ReadText } from '../disk/read-text.ts';
import type { McpTool } from '@permesso/engine/call';
import { claudeAnswers } from './answers.ts';
import { claudeOutcome, claudeRefusals } from './call-outcome.ts';
import { hookHost } from './dialect.ts';
import type { HookHost, Payload } from './host.ts';
import { hasTexts, recordIn, textIn } from './read-payload.ts';
import { sameNames } from './tool-table.ts';

export const claudeCode: HookHost = hookHost({
  name: 'claude-code',
  showsForms: { lines: 4, objection: foreignAnswers },
  runsSandboxed: true,
  windowsShell: 'bash',
  shell: { variables: ['CLAUDE_CODE_SHELL', 'SHELL'], takes: ['bash', 'zsh'] },
  // Its own directory, and that of its hooks, follows `cd`.
  rootVariable: 'CLAUDE_PROJECT_DIR',
  sends: isClaudePayload,
  fields: { mode: 'permission_mode' },
  mcp: claudeMcpTools,
  // Our own names are Claude Code's, so most rows say so.
  tools: [
    {
      theirs: 'Bash',
      ours: 'Bash',
      harmless: ['timeout', 'description', 'run_in_background'],
      leaving: ['dangerouslyDisableSandbox'],
    },
    { theirs: 'Read', ours: 'Read', harmless: ['offset', 'limit', 'pages', 'allow_large'] },
    ...sameNames('Write Edit MultiEdit NotebookEdit Glob Grep WebFetch WebSearch'),
  ],
  answers: claudeAnswers,
  after: {
    outcome: claudeOutcome,
    refusals: claudeRefusals,
    unattended: ['auto', 'bypassPermissions', 'dontAsk'],
  },
  prompts: {
    event: 'UserPromptSubmit',
    isHeadless: ({ commandLine }) => /\s(?:-p|--print)(?:[ =]|$)/u.test(commandLine),
  },
});

/** Many programs send this shape. Where it keeps its sessions is its own. */
function isClaudePayload(payload: Payload): boolean {
  const transcript = textIn(payload, 'transcript_path')?.replaceAll('\\', '/') ?? '';
  const folders = [process.env['CLAUDE_CONFIG_DIR'] ?? '', '/.claude'].filter((folder) => folder !== '');
  return (
    textIn(payload, 'hook_event_name') === 'PreToolUse' &&
    hasTexts(payload, 'session_id') &&
    folders.some((folder) => transcript.includes(`${folder.replaceAll('\\', '/')}/projects/`))
  );
}

/** The payload names the server, so that `mcp__a__b__c` has one reading; unless the two contradict each other. */
function claudeMcpTools(payload: Payload, tool: string): readonly McpTool[] {
  const server = textIn(recordIn(payload, 'mcp_server') ?? {}, 'name');
  const start = `mcp__${server}__`;
  return server !== undefined && tool.startsWith(start) && tool.length > start.length
    ? [{ server, tool: tool.slice(start.length) }]
    : [];
}

/**
 * A hook of the project that may answer forms in place of the person. The guard mod keeps such hooks from ours; where
 * mods are switched off, nothing does.
 */
function foreignAnswers(cwd: string): string | undefined {
  const folders = new Set([cwd, process.env['CLAUDE_PROJECT_DIR'] ?? cwd]);
  const files = [...folders].flatMap((folder) => [
    join(folder, '.claude/settings.json'),
    join(folder, '.claude/settings.local.json'),
  ]);
  const found = files.find((file) => mayAnswerForms(readText(file)));
  return found === undefined ? undefined : `a hook in ${found} may answer in place of a person`;
}

/** A file that cannot be read here may say anything there. */
function mayAnswerForms(read: ReadText): boolean {
  if ('missing' in read) return false;
  if (!('text' in read)) return true;
  try {
    const hooks = recordIn(JSON.parse(read.text) as Payload, 'hooks') ?? {};
    return Object.hasOwn(hooks, 'Elicitation') || Object.hasOwn(hooks, 'ElicitationResult');
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return true;
    throw error;
  }
}
