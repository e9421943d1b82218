import type { Example } from './example.ts';

/** Deny; then only what the allow list permits; of that, the ask list is asked about; the rest runs. */
export const vibingExamples: readonly Example[] = [
  {
    says: 'general use with questions about what is dangerous',
    source:
      'permissions_allow:\n  - Bash\n  - Read\npermissions_ask:\n  - Bash(rm:*)\n  - Bash(sudo:*)\npermissions_deny:\n  - Bash(dd:*)\n',
    calls: [
      ['Bash(make)', 'allow'],
      ['Bash(rm a)', 'ask'],
      ['Bash(dd if=a of=b)', 'deny'],
      ['Read(a.ts)', 'allow'],
      ['Write(a.ts)', 'deny'],
      ['Write(.env)', 'deny'],
      ['mcp__a__b({})', 'deny'],
    ],
  },
  {
    says: 'only some commands; a question about what is not permitted is a denial',
    source: '---\npermissions_allow:\n  - Bash(git:*)\npermissions_ask:\n  - Bash(rm:*)\n---\n# a chat\n',
    calls: [
      ['Bash(git commit)', 'allow'],
      ['Bash(rm a)', 'deny'],
      ['Bash(ls)', 'deny'],
      ['Bash(npm publish)', 'deny'],
    ],
  },
  {
    says: 'edits run by themselves, which the mode decides before the lists; installing and pushing are asked about',
    source:
      'permission_mode: acceptEdits\npermissions_allow:\n  - Read\n  - Glob\n  - Grep\n  - Bash\npermissions_ask:\n  - Bash(npm install:*)\n  - Bash(git push:*)\n',
    calls: [
      ['Edit(a.ts)', 'allow'],
      ['Write(src/a.ts)', 'allow'],
      ['Write(/opt/a.ts)', 'allow', 'deny'],
      ['Read(a.ts)', 'allow'],
      ['Bash(npm test)', 'allow'],
      ['Bash(npm install left-pad)', 'ask'],
      ['Bash(git push origin main)', 'ask'],
      ['WebFetch(https://example.com)', 'deny'],
    ],
  },
  {
    says: 'an empty allow list permits all',
    source: 'permissions_ask: ["Bash(rm:*)"]\npermissions_deny: ["WebFetch"]\n',
    calls: [
      ['Bash(make)', 'allow'],
      ['Bash(rm a)', 'ask'],
      ['WebFetch(https://example.com)', 'deny'],
    ],
  },
];
