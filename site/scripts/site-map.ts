/** A page by its file in the repository, without the ending; or a page that is made. */
export interface MappedPage {
  readonly title: string;
  readonly page: string;
}

export interface SiteSection {
  readonly title: string;
  readonly pages: readonly MappedPage[];
  readonly collapsed?: true;
}

const page = (title: string, name: string): MappedPage => ({ title, page: name });

/** The order in which the site is read. */
export const sections: readonly SiteSection[] = [
  {
    title: 'Get started',
    pages: [
      page('I use a coding agent', 'start/coding-agent'),
      page('I build an agent', 'start/build-an-agent'),
      page('I govern a team', 'start/team'),
      page('Playground', 'playground'),
    ],
  },
  {
    title: 'Guides',
    pages: [
      page('Look at past calls', 'look'),
      page('The first ten minutes', 'tour'),
      page('Install and remove', 'install'),
      page('Effects', 'effects'),
      page('Sessions', 'sessions'),
      page('Undo', 'undo'),
      page('PowerShell', 'powershell'),
      page('Presets', 'presets'),
      page('Approvals', 'approvals'),
      page("In the agent's window", 'windows'),
      page('Console', 'console'),
      page('Sandbox', 'sandbox'),
      page('Sandbox in agents', 'sandbox-hosts'),
      page('Log', 'log'),
      page('Import and export', 'exchange'),
      page('Team server', 'server'),
      page('Who counts as another person', 'another-person'),
      page('Operating the team server', 'operations'),
      page('Managed machines', 'managed'),
    ],
  },
  {
    title: 'For people who build agents',
    pages: [
      page('Library', 'library'),
      page('Agent SDKs', 'sdks'),
      page('Recipes', 'recipes'),
      page('Stores', 'stores'),
      page('Limits', 'limits'),
      page('External checks', 'external-checks'),
      page('Interceptor', 'interceptor'),
      page('React', 'react'),
      page('Telemetry', 'telemetry'),
      page('MCP gateway', 'mcp'),
    ],
  },
  {
    title: 'Reference',
    pages: [
      page('Rules', 'rules'),
      page('Policy files', 'policy-files'),
      page('Policy schema', 'policy-schema'),
      page('Commands', 'commands'),
      page('Command line by example', 'cli'),
      page('API', 'api/index'),
      page('Supported agents', 'hosts'),
      page('Wire contract', 'wire'),
      page('Messages', 'messages'),
      page('Glossary', 'glossary'),
    ],
  },
  {
    title: 'Agents',
    collapsed: true,
    pages: [
      page('Claude Code', 'hosts/claude-code'),
      page('Codex', 'hosts/codex'),
      page('Copilot CLI', 'hosts/copilot-cli'),
      page('Gemini CLI', 'hosts/gemini-cli'),
      page('Qwen Code', 'hosts/qwen-code'),
      page('OpenCode', 'hosts/opencode'),
      page('Cline', 'hosts/cline'),
      page('Cursor', 'hosts/cursor'),
      page('Kiro', 'hosts/kiro'),
      page('Windsurf', 'hosts/windsurf'),
      page('ACP', 'hosts/acp'),
    ],
  },
  {
    title: 'How it works',
    pages: [
      page('How a decision is made', 'how-a-decision-is-made'),
      page('Shell lines, opened', 'shell-screens'),
      page('What is known of commands', 'command-model'),
      page('Coverage of effects', 'coverage'),
      page('Shells', 'shells'),
      page('Architecture', 'architecture'),
      page('Decisions', 'decisions/index'),
    ],
  },
  {
    title: 'Proof',
    pages: [
      page('Security', 'security'),
      page('Try to break it', 'break-it'),
      page('Leaderboard', 'leaderboard'),
      page('Demands', 'demands'),
      page('Findings', 'findings'),
      page('Public suite', 'conformance'),
      page('Performance', 'performance'),
      page('Scale', 'scale'),
      page('Mutation tests', 'mutation'),
    ],
  },
  {
    title: 'Project',
    pages: [
      page('Changes', 'changelog'),
      page('Releasing', 'releasing'),
      page('Dependencies', 'dependencies'),
      page('This site', 'site'),
      page('Contributing', 'contributing'),
      page('Governance', 'governance'),
    ],
  },
];

/** Files outside of `docs/` that are pages of the site. */
export const rootPages: ReadonlyMap<string, string> = new Map([
  ['README.md', 'index.md'],
  ['SECURITY.md', 'security.md'],
  ['CHANGELOG.md', 'changelog.md'],
  ['CONTRIBUTING.md', 'contributing.md'],
  ['GOVERNANCE.md', 'governance.md'],
]);
