import type { Example } from './example.ts';

/** `rules.get(kind, default)`: a kind's own decision or the default; nobody is asked. */
export const conductorExamples: readonly Example[] = [
  {
    says: 'read-only evaluation',
    source:
      'workflow:\n  runtime:\n    tool_permissions:\n      default: allow\n      rules:\n        - kind: shell\n          decision: deny\n        - kind: write\n          decision: deny\n',
    calls: [
      ['Bash(make)', 'deny'],
      ['Bash(ls)', 'deny'],
      ['Write(a.ts)', 'deny'],
      ['Read(a.ts)', 'allow'],
      ['WebFetch(https://example.com)', 'allow'],
      ['mcp__a__b({})', 'allow'],
    ],
  },
  {
    says: 'deny all except read; a later rule replaces an earlier one',
    source:
      'tool_permissions:\n  default: deny\n  rules:\n    - {kind: read, decision: deny}\n    - {kind: read}\n',
    calls: [
      ['Read(a.ts)', 'allow'],
      ['Bash(ls)', 'deny'],
      ['Write(a.ts)', 'deny'],
      ['mcp__a__b({})', 'deny'],
      ['WebFetch(https://example.com)', 'deny'],
      ['deploy({})', 'deny'],
    ],
  },
  {
    says: 'nothing said: everything runs',
    source: 'tool_permissions: {}\n',
    calls: [
      ['Bash(make)', 'allow'],
      ['Write(a.ts)', 'allow'],
      ['deploy({})', 'allow'],
    ],
  },
];
