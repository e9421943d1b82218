import type { Example } from './example.ts';

/** Deny, ask, the tool's own check, allow, mode. Document of the permission system; prefixes end in `:*`. */
export const agentscopeExamples: readonly Example[] = [
  {
    says: 'unattended: only what is allowed',
    source: JSON.stringify({
      mode: 'dont_ask',
      allow_rules: {
        Bash: [
          { tool_name: 'Bash', rule_content: 'npm run:*', behavior: 'allow', source: 'project' },
          { tool_name: 'Bash', rule_content: 'git commit:*', behavior: 'allow', source: 'project' },
        ],
      },
    }),
    calls: [
      ['Bash(npm run build)', 'allow'],
      ['Bash(git commit -m x)', 'allow'],
      ['Bash(npm install)', 'deny'],
      ['Bash(rm -rf /)', 'deny'],
      ['Bash(git status)', 'allow'],
    ],
  },
  {
    says: 'bypass with guard rails',
    source: JSON.stringify({
      mode: 'bypass',
      deny_rules: {
        Bash: [{ tool_name: 'Bash', rule_content: 'rm:*', behavior: 'deny', source: 'userSettings' }],
        Write: [{ tool_name: 'Write', rule_content: '**/.bashrc', behavior: 'deny', source: 'userSettings' }],
      },
      ask_rules: {
        Bash: [{ tool_name: 'Bash', rule_content: 'git push:*', behavior: 'ask', source: 'userSettings' }],
      },
    }),
    calls: [
      ['Bash(make)', 'allow'],
      ['Bash(rm a)', 'deny'],
      ['Bash(git push)', 'ask'],
      ['Write(/home/dev/.bashrc)', 'deny'],
      ['Write(src/a.ts)', 'allow'],
    ],
  },
  {
    says: 'paths, whole tools, and tools by their exact arguments',
    source: JSON.stringify({
      mode: 'default',
      allow_rules: {
        Write: [{ tool_name: 'Write', rule_content: 'src/**', behavior: 'allow', source: 's' }],
        Read: [{ tool_name: 'Read', rule_content: null, behavior: 'allow', source: 's' }],
        deploy: [{ tool_name: 'deploy', rule_content: '{"to": "test"}', behavior: 'allow', source: 's' }],
      },
      deny_rules: {
        Bash: [{ tool_name: 'Bash', rule_content: 'drop table', behavior: 'deny', source: 's' }],
      },
    }),
    calls: [
      ['Write(src/a/b.py)', 'allow'],
      ['Write(lib/b.py)', 'ask'],
      ['Read(lib/b.py)', 'allow'],
      ['deploy({"to": "test"})', 'allow'],
      ['deploy({"to": "prod"})', 'ask'],
      ['Bash(psql -c "drop table x")', 'deny'],
    ],
  },
  {
    says: 'explore',
    source: '{"mode": "explore"}',
    calls: [
      ['Read(a.py)', 'allow'],
      ['Bash(ls)', 'allow'],
      ['Write(a.py)', 'deny'],
      ['Bash(make)', 'deny'],
    ],
  },
];
