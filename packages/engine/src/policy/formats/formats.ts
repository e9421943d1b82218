import { readAgentCode } from './agent-code/read.ts';
import { readAgentscope } from './agentscope/read.ts';
import { readClaude } from './claude/read.ts';
import { writeClaude } from './claude/write.ts';
import { readCodexRequirements } from './codex/read-requirements.ts';
import { readCodexRules } from './codex/read.ts';
import { writeCodex } from './codex/write.ts';
import { readConductor } from './conductor/read.ts';
import { readCopilotConfig } from './copilot/read-config.ts';
import { readCopilotFlags } from './copilot/read-flags.ts';
import { writeCopilot } from './copilot/write.ts';
import { readCursor } from './cursor/read.ts';
import { writeCursor } from './cursor/write.ts';
import type { Format } from './format.ts';
import { readGemini } from './gemini/read.ts';
import { writeGemini } from './gemini/write.ts';
import { readOpencode } from './opencode/read.ts';
import { writeOpencode } from './opencode/write.ts';
import { policyOfProfile, readProfile, writeProfile } from './profile/profile.ts';
import { readVibing } from './vibing/read.ts';
import { readVscode } from './vscode/read.ts';
import { writeVscode } from './vscode/write.ts';

/**
 * Every format that can be read or written. A new one is a folder and a row here.
 *
 * `agent-code`, `agentscope`, `conductor` and `vibing` come from the requirement documents (proof/demands.md). Do not remove
 * them.
 */
export const formats: readonly Format[] = [
  {
    name: 'claude',
    agent: 'claude-code',
    title: 'Claude Code',
    files: '.claude/settings.json',
    read: readClaude,
    write: writeClaude,
  },
  {
    name: 'copilot',
    agent: 'copilot-cli',
    title: 'Copilot CLI flags',
    files: 'a command line',
    read: readCopilotFlags,
    write: writeCopilot,
  },
  {
    name: 'copilot-config',
    agent: 'copilot-cli',
    title: 'Copilot CLI approvals',
    files: '~/.copilot/permissions-config.json',
    read: readCopilotConfig,
  },
  {
    name: 'codex',
    agent: 'codex',
    title: 'Codex rules',
    files: '~/.codex/rules/*.rules',
    read: readCodexRules,
    write: writeCodex,
  },
  {
    name: 'codex-requirements',
    agent: 'codex',
    title: 'Codex requirements',
    files: '/etc/codex/requirements.toml',
    read: readCodexRequirements,
  },
  {
    name: 'gemini',
    agent: 'gemini-cli',
    title: 'Gemini CLI policy',
    files: '~/.gemini/policies/*.toml',
    read: readGemini,
    // Priorities are compared across all files.
    join: (texts) => texts.join('\n'),
    write: writeGemini,
  },
  {
    name: 'opencode',
    agent: 'opencode',
    title: 'OpenCode',
    files: 'opencode.json',
    read: readOpencode,
    // The last match across all files decides.
    join: (texts) => `{"files": [${texts.join(',')}]}`,
    write: writeOpencode,
  },
  { name: 'vscode', title: 'VS Code', files: '.vscode/settings.json', read: readVscode, write: writeVscode },
  {
    name: 'cursor',
    agent: 'cursor',
    title: 'Cursor CLI',
    files: '.cursor/cli.json',
    read: readCursor,
    write: writeCursor,
  },
  { name: 'agentscope', title: 'AgentScope', files: 'a permission context', read: readAgentscope },
  { name: 'conductor', title: 'Conductor', files: 'a workflow with tool_permissions', read: readConductor },
  { name: 'agent-code', title: 'agent-code', files: '.agent/settings.toml', read: readAgentCode },
  { name: 'vibing', title: 'vibing.nvim', files: 'a chat with permissions_allow ...', read: readVibing },
  {
    name: 'profile',
    title: 'a Permesso profile',
    files: '*.profile.yaml',
    read: readProfile,
    toPolicy: policyOfProfile,
    fromPolicy: writeProfile,
  },
];
