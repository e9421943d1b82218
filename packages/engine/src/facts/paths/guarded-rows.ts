import type { ProtectedRow } from './protected-row.ts';
import { protectedRows } from './protected-rows.ts';
import { listed } from '../word-set.ts';

/**
 * Places that decide what agents may do. Writing there is asked about in every mode, bypass included: a single write would
 * disable all other checks. Paths as in `protected-rows.ts`. What agents keep beside their settings, such as plans, memory,
 * to-do lists and transcripts, is not included.
 */
export const guardedRows: readonly ProtectedRow[] = [
  {
    code: 'permesso',
    reason: 'controls what agents may do (policy, state, log and hook of Permesso)',
    from: 'write',
    paths: protectedRows.filter(({ code }) => code === 'permesso').flatMap(({ paths }) => paths),
  },
  {
    code: 'agent-settings',
    reason: 'controls an agent (settings, hooks, plugins, mods or servers)',
    from: 'write',
    paths: listed(`
      # Claude Code. A mod in a skill can answer before our hook is asked.
      **/.claude.json, **/.mcp.json, **/.claude/settings.json, **/.claude/settings.local.json,
      **/.claude/settings*.json, **/.claude/*-settings.json, **/.claude/hooks, **/.claude/plugins, **/.claude/mods,
      **/.claude/dev-mods, **/.claude/skills/permesso, **/.claude/skills/**/hooks,
      **/.claude/skills/**/.claude-plugin, **/claude_desktop_config.json, **/library/application support/claudecode,
      /etc/claude-code
      # Codex.
      **/.codex/config.toml, **/.codex/*.config.toml, **/.codex/managed_config.toml, **/.codex/requirements.toml,
      **/.codex/hooks.json, **/.codex/hooks, **/.codex/rules, **/.codex/plugins, /etc/codex
      # Gemini CLI, and Qwen Code, which is made from it.
      **/.gemini/settings.json, **/.gemini/policies, **/.gemini/extensions, **/.gemini/hooks,
      **/.gemini/trustedfolders.json, **/.gemini/trusted_hooks.json, **/.qwen/settings.json, **/.qwen/policies,
      **/.qwen/extensions, **/.qwen/hooks, **/.qwen/trustedfolders.json, **/.qwen/trusted_hooks.json,
      /etc/gemini-cli, /etc/qwen-code, **/library/application support/geminicli,
      **/library/application support/qwencode
      # OpenCode. A plugin can answer permission requests; a tool of one's own can take the name of a built-in one.
      **/opencode.json, **/opencode.jsonc
      # Plugins of its window, the project's too: one could answer our forms.
      **/tui.json, **/tui.jsonc, **/.opencode/config.json, **/.opencode/package.json, **/.opencode/plugin,
      **/.opencode/plugins, **/.opencode/tool, **/.opencode/tools, **/.config/opencode/config.json,
      **/.config/opencode/package.json, **/.config/opencode/plugin, **/.config/opencode/plugins,
      **/.config/opencode/tool, **/.config/opencode/tools, /etc/opencode
      # Kilo, which is made from it.
      **/kilo.json, **/kilo.jsonc, **/.kilo/plugin, **/.kilo/plugins, **/.kilo/tool, **/.kilo/tools,
      **/.kilocode/plugin, **/.kilocode/plugins, **/.kilocode/tool, **/.kilocode/tools, **/.config/kilo/config.json,
      **/.config/kilo/package.json, **/.config/kilo/plugin, **/.config/kilo/plugins, **/.config/kilo/tool,
      **/.config/kilo/tools
      # Pi, Kimi Code, Reasonix, OpenClaw: settings with hooks, and code that they load.
      **/.pi/settings.json, **/.pi/extensions, **/.pi/agent/settings.json, **/.pi/agent/extensions,
      **/.pi/agent/trust.json, **/.kimi-code/config.toml, **/.kimi-code/mcp.json, **/.reasonix/settings.json,
      **/.reasonix/config.toml, **/.openclaw/openclaw.json, **/.openclaw/extensions, **/.openclaw/permesso-plugin
      # Cline.
      **/.cline/hooks, **/.cline/plugins, **/.cline/settings.json, **/.cline/config.json, **/.cline/data/settings,
      **/.cline/data/globalstate.json, **/.clinerules/hooks, **/documents/cline/hooks, **/cline_mcp_settings.json
      # Copilot CLI.
      **/.copilot/config.json, **/.copilot/settings.json, **/.copilot/mcp-config.json,
      **/.copilot/permissions-config.json, **/.copilot/hooks, **/.copilot/plugins, **/.copilot/installed-plugins,
      **/.copilot/extensions, **/.github/hooks, **/.github/extensions, **/.github/copilot/settings.json,
      **/.github/copilot/settings.local.json, **/.config/github-copilot
      # Cursor.
      **/.cursor/hooks.json, **/.cursor/hooks, **/.cursor/cli.json, **/.cursor/cli-config.json, **/.cursor/mcp.json,
      **/.cursor/permissions.json, **/.cursor/sandbox.json, **/.cursor/settings.json, **/.cursor/plugins,
      **/.cursor/extensions, /etc/cursor
      # Windsurf.
      **/.windsurf/hooks.json, **/.windsurf/hooks, **/.windsurf/mcp_config.json, **/.codeium/mcp_config.json,
      **/.codeium/windsurf/hooks.json, **/.codeium/windsurf/mcp_config.json, **/.codeium/windsurf*/hooks.json,
      /etc/windsurf
      # Kiro, and Amazon Q, which it was: their agent files hold hooks and the tools that are never asked about.
      **/.kiro/hooks, **/.kiro/settings, **/.kiro/agents, **/.kiro/powers, **/.amazonq/agents,
      **/.amazonq/cli-agents, **/.amazonq/mcp.json, **/.aws/amazonq/agents, **/.aws/amazonq/cli-agents,
      **/.aws/amazonq/mcp.json
      # Others that many people have beside these.
      **/.aider.conf.yml, **/.config/goose/config.yaml, **/.continue/config.yaml, **/.continue/config.json,
      **/.continue/settings.json, **/.continue/settings.local.json, **/.continue/permissions.yaml, **/.roo/mcp.json
    `),
  },
];

/**
 * The folders of the places above, by their last names. Replacing one with another folder or a link, or filling it from
 * elsewhere, installs settings that were never asked about; creating an empty one does not.
 */
export const guardedFolders: readonly string[] = listed(`
  .claude, .claude/skills, .codex, .gemini, .qwen, .opencode, .config/opencode, .cline, .clinerules, documents/cline,
  .kilo, .kilocode, .config/kilo, .pi, .pi/agent, .kimi-code, .reasonix, .openclaw, .copilot, .github/copilot, .cursor, .windsurf, .codeium, .codeium/windsurf, .kiro, .amazonq, .aws/amazonq
`);
