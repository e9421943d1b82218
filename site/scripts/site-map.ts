/** A page by its file in the repository, without the ending; or a page that is made. */
export interface MappedPage {
  readonly title: string;
  readonly page: string;
}

export interface SiteSection {
  readonly title: string;
  readonly pages: readonly MappedPage[];
}

const page = (title: string, name: string): MappedPage => ({ title, page: name });

/** The order in which the site is read. */
export const sections: readonly SiteSection[] = [
  {
    title: 'Use it with your agent',
    pages: [
      page('Start', 'start/coding-agent'),
      page('Install and verify', 'install'),
      page('Supported agents', 'hosts'),
      page('Policies by effect', 'effects'),
      page('Rules', 'rules'),
      page('Sessions', 'sessions'),
      page('Presets', 'presets'),
      page('Policy files', 'policy-files'),
      page('What a question looks like', 'approvals'),
      page('Console', 'console'),
      page('Command line', 'cli'),
      page('Sandbox', 'sandbox'),
      page('Undo', 'undo'),
      page('Log', 'log'),
      page('Import and export', 'exchange'),
      page('PowerShell', 'powershell'),
    ],
  },
  {
    title: 'Build with it',
    pages: [
      page('Start', 'start/build-an-agent'),
      page('A support agent', 'support-agent'),
      page('Library', 'library'),
      page('Agent SDKs', 'sdks'),
      page('Stores', 'stores'),
      page('Limits and checks', 'limits'),
      page('MCP', 'mcp'),
      page('Any language', 'wire'),
    ],
  },
  {
    title: 'Run it for a team',
    pages: [
      page('Start', 'start/team'),
      page('Roll out to 2,000 people', 'rollout'),
      page('Team policy', 'team-policy'),
      page('Team approvals', 'team-approvals'),
      page('People and identity', 'identity'),
      page('Machines', 'machines'),
      page('The server', 'server'),
      page('Operations', 'operations'),
    ],
  },
  {
    title: 'How it works, and the proof',
    pages: [
      page('How a decision is made', 'how-a-decision-is-made'),
      page('Security model', 'security-model'),
      page('Proof and numbers', 'proof'),
      page('Security policy', 'security'),
    ],
  },
  {
    title: 'Reference',
    pages: [
      page('Every command', 'commands'),
      page('Policy schema', 'policy-schema'),
      page('API', 'api/index'),
      page('Changes', 'changelog'),
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
  ['ARCHITECTURE.md', 'architecture.md'],
]);
