import type { Example } from './example.ts';

/** Of all rules that match the strictest decides; `default_mode` for the rest. */
export const agentCodeExamples: readonly Example[] = [
  {
    says: 'rules by severity, not by place',
    source: `
[permissions]
default_mode = "ask"
[[permissions.rules]]
tool = "Bash"
pattern = "git push *"
action = "deny"
[[permissions.rules]]
tool = "Bash"
pattern = "git *"
action = "allow"
[[permissions.rules]]
tool = "FileWrite"
pattern = "docs/*"
action = "allow"
[[permissions.rules]]
tool = "WebFetch"
action = "deny"
`,
    calls: [
      ['Bash(git commit)', 'allow'],
      ['Bash(git push origin)', 'deny'],
      ['Write(docs/a.md)', 'allow'],
      ['WebFetch(https://example.com)', 'deny'],
      ['Bash(make)', 'ask'],
    ],
  },
  {
    says: 'deny by default',
    source:
      '[permissions]\ndefault_mode = "deny"\n[[permissions.rules]]\ntool = "Bash"\npattern = "make *"\naction = "allow"\n',
    calls: [
      ['Bash(make a)', 'allow'],
      ['Bash(ls)', 'deny'],
      ['Bash(npm publish)', 'deny'],
      ['Write(a.ts)', 'deny'],
    ],
  },
  {
    says: 'allow by default',
    source:
      '[permissions]\ndefault_mode = "allow"\n[[permissions.rules]]\ntool = "FileWrite"\naction = "deny"\n',
    calls: [
      ['Bash(make a)', 'allow'],
      ['Write(a.ts)', 'deny'],
    ],
  },
];
