import type { Example } from './example.ts';

/** The last pattern that matches decides; a star runs on over blanks and slashes; ` *` at the end may be nothing. */
export const opencodeExamples: readonly Example[] = [
  {
    says: 'ask about all but a few commands',
    source:
      '{"permission": {"bash": {"*": "ask", "git status *": "allow", "npm run *": "allow", "grep *": "allow", "rm *": "deny"}}}',
    calls: [
      ['Bash(git status)', 'allow'],
      ['Bash(git status --short)', 'allow'],
      ['Bash(npm run build)', 'allow'],
      ['Bash(grep -r a .)', 'allow'],
      ['Bash(rm a)', 'deny'],
      ['Bash(ls)', 'ask'],
      ['Bash(git log)', 'ask'],
      ['Bash(npm --version)', 'ask'],
      ['Bash(git status && cat a)', 'ask'],
      ['Bash(cd web && npm run build)', 'allow'],
      ['Bash(frobnicate)', 'ask'],
    ],
  },
  {
    says: 'deny all but a few commands',
    source:
      '{"permission": {"*": "deny", "bash": {"*": "deny", "git diff *": "allow", "make *": "allow"}, "read": "allow"}}',
    calls: [
      ['Bash(git diff)', 'allow'],
      ['Bash(make a)', 'allow'],
      ['Bash(cat a)', 'deny'],
      ['Bash(git log)', 'deny'],
      ['Bash(npm publish)', 'deny'],
      ['Bash($X)', 'deny'],
      ['Read(src/a.ts)', 'allow'],
      ['Write(src/a.ts)', 'deny'],
      ['deploy({})', 'deny'],
    ],
  },
  {
    says: 'the last match decides: what comes too early is never reached',
    source: '{"permission": {"bash": {"git push *": "deny", "git *": "allow"}}}',
    calls: [
      ['Bash(git push origin)', 'allow'],
      ['Bash(git commit)', 'allow'],
    ],
  },
  {
    says: 'an exception to an exception cannot be said: the stricter stays',
    source:
      '{"permission": {"bash": {"git *": "allow", "git push *": "deny", "git push origin feature *": "allow"}}}',
    calls: [
      ['Bash(git commit)', 'allow'],
      ['Bash(git push origin main)', 'deny'],
      ['Bash(git push origin feature x)', 'allow', 'deny'],
    ],
  },
  {
    says: 'a question with exceptions inside one command',
    source: '{"permission": {"bash": {"git *": "ask", "git status *": "allow", "git add *": "allow"}}}',
    calls: [
      ['Bash(git status)', 'allow'],
      ['Bash(git add a)', 'allow'],
      ['Bash(git log)', 'ask'],
      ['Bash(git push)', 'ask'],
    ],
  },
  {
    says: 'wildcards at the start and in words',
    source:
      '{"permission": {"bash": {"*--force*": "deny", "npm run test:* --ci": "allow", "npx *": "allow"}}}',
    calls: [
      ['Bash(git push --force-with-lease)', 'deny'],
      ['Bash(npm run test:unit --ci)', 'allow'],
      ['Bash(npm run test:a b --ci)', 'allow', 'ask'],
    ],
  },
  {
    says: 'paths: a star crosses directories',
    source:
      '{"permission": {"edit": {"*": "deny", "docs/*": "allow", "*.md": "allow"}, "read": {"*": "allow", "*.env": "deny"}}}',
    calls: [
      ['Write(docs/deep/a.txt)', 'allow'],
      ['Write(src/README.md)', 'allow'],
      ['Write(src/a.ts)', 'deny'],
      ['Read(src/a.ts)', 'allow'],
      ['Read(web/prod.env)', 'deny'],
    ],
  },
  {
    says: 'tools of servers, and one agent that may less',
    source:
      '{"permission": {"github_*": "allow", "webfetch": "ask"}, "agent": {"review": {"permission": {"edit": "deny", "bash": {"git diff *": "allow"}}}}}',
    calls: [
      ['mcp__github__get({})', 'allow'],
      ['WebFetch(https://example.com)', 'ask'],
      ['Write(a.ts)', 'allow', 'ask'],
    ],
  },
];
