import type { Example } from './example.ts';

/** `Shell(...)` names the first word of a command; deny beats allow. */
export const cursorExamples: readonly Example[] = [
  {
    says: 'commands',
    source:
      '{"permissions": {"allow": ["Shell(git)", "Shell(npm:run *)", "Shell(ls)"], "deny": ["Shell(rm)", "Shell(git:push *)"]}}',
    calls: [
      ['Bash(git commit -m x)', 'allow'],
      ['Bash(git push origin)', 'deny'],
      ['Bash(npm run build)', 'allow'],
      ['Bash(npm publish)', 'ask'],
      ['Bash(rm -rf a)', 'deny'],
      ['Bash(make)', 'ask'],
    ],
  },
  {
    says: 'paths, hosts and servers',
    source:
      '{"permissions": {"allow": ["Read(src/**/*.ts)", "Write(package.json)", "WebFetch(docs.example.com)", "Mcp(github:*)"], "deny": ["Read(.env*)", "Write(**/*.key)", "Read(/etc/passwd)", "Mcp(github:delete_repo)"]}}',
    calls: [
      ['Read(src/a/b.ts)', 'allow'],
      ['Read(lib/b.ts)', 'ask'],
      ['Write(package.json)', 'allow'],
      ['Read(.env.local)', 'deny'],
      ['Write(a/b.key)', 'deny'],
      ['Read(/etc/passwd)', 'deny'],
      ['WebFetch(https://docs.example.com/a)', 'allow'],
      ['mcp__github__get({})', 'allow'],
      ['mcp__github__delete_repo({})', 'deny'],
    ],
  },
];
