import type { Example } from './example.ts';

/** Deny beats allow in any order, also --allow-all-tools; `:*` is a stem, without it the words are exact. */
export const copilotExamples: readonly Example[] = [
  {
    says: 'a stem, exact words, and a deny that beats both',
    source:
      "copilot --deny-tool 'shell(git push)' --allow-tool 'shell(git:*)' --allow-tool='shell(npm test)'",
    calls: [
      ['Bash(git commit -m x)', 'allow'],
      ['Bash(git push)', 'deny'],
      ['Bash(git push origin)', 'allow', 'deny'],
      ['Bash(npm test)', 'allow'],
      ['Bash(npm test -- --watch)', 'ask'],
      ['Bash(npm publish)', 'ask'],
    ],
  },
  {
    says: 'servers and their tools',
    source: "copilot --allow-tool 'github' --deny-tool 'github(delete_repo)' --allow-tool 'linear(list)'",
    calls: [
      ['mcp__github__get_issue({})', 'allow'],
      ['mcp__github__delete_repo({})', 'deny'],
      ['mcp__linear__list({})', 'allow'],
      ['mcp__linear__create({})', 'ask'],
    ],
  },
  {
    says: 'writing, anywhere or by the last names of a path',
    source: "copilot --allow-tool 'write(docs/notes.md)' --deny-tool 'write(.env)'",
    calls: [
      ['Write(docs/notes.md)', 'allow'],
      ['Write(web/docs/notes.md)', 'allow'],
      ['Write(docs/other.md)', 'ask'],
      ['Write(web/.env)', 'deny'],
    ],
  },
  {
    says: 'addresses',
    source:
      'copilot --allow-url example.com --deny-url https://evil.example/path --allow-url http://plain.example',
    calls: [
      ['WebFetch(https://example.com/a)', 'allow'],
      ['WebFetch(https://evil.example/path)', 'deny'],
      ['WebFetch(https://evil.example/other)', 'ask', 'deny'],
      ['WebFetch(http://plain.example/)', 'allow', 'ask'],
    ],
  },
  {
    says: 'every address, and no tool',
    source: 'copilot --allow-all-urls --allow-all-paths',
    calls: [
      ['WebFetch(https://example.com/a)', 'allow'],
      ['Write(a.ts)', 'ask'],
      ['Bash(make all)', 'ask'],
    ],
  },
  {
    says: 'everything but',
    source:
      "copilot --allow-all-tools --allow-all-urls --allow-all-paths --deny-tool 'shell(rm:*)' --deny-tool=write",
    calls: [
      ['Bash(make all)', 'allow'],
      ['Bash(rm a)', 'deny'],
      ['Write(a.ts)', 'deny'],
      ['deploy({})', 'allow'],
    ],
  },
  {
    says: 'all tools, and addresses are still a question',
    source: 'copilot --allow-all-tools --allow-all-paths',
    calls: [
      ['Bash(make all)', 'allow'],
      ['Bash(curl https://example.com)', 'ask'],
      ['WebFetch(https://example.com)', 'ask'],
    ],
  },
];

export const copilotConfigExamples: readonly Example[] = [
  {
    says: 'what was approved in this directory',
    source: JSON.stringify({
      locations: {
        '/home/dev/project': {
          tool_approvals: [
            { kind: 'commands', command_identifiers: ['npm test', 'git:*'] },
            { kind: 'mcp', serverName: 'github', toolName: null },
            { kind: 'mcp', serverName: 'linear', toolName: 'list' },
            { kind: 'memory' },
          ],
        },
        '/home/dev/other': { tool_approvals: [{ kind: 'write' }] },
      },
    }),
    options: { root: '/home/dev/project' },
    calls: [
      ['Bash(npm test)', 'allow'],
      ['Bash(npm test -- a)', 'ask'],
      ['Bash(git commit)', 'allow'],
      ['mcp__github__any({})', 'allow'],
      ['mcp__linear__create({})', 'ask'],
      ['Write(a.ts)', 'ask'],
    ],
  },
];
