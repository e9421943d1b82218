import type { Example } from './example.ts';

/** False beats true and asks; null says nothing; every command of a line must be approved. */
export const vscodeExamples: readonly Example[] = [
  {
    says: 'a refused expression sees its words in other spellings',
    source:
      '{"chat.tools.terminal.autoApprove": {"/^make(\\\\s|$)/": true, "/^make\\\\s+deploy(\\\\s|$)/": false}}',
    calls: [
      ['Bash(make all)', 'allow'],
      ['Bash(make deploy)', 'ask'],
      ['Bash(make -C web deploy)', 'allow', 'ask'],
    ],
  },
  {
    says: 'plain keys, and false that beats true',
    source: `{
  // comments are fine
  "chat.tools.terminal.autoApprove": {
    "make": true,
    "git": true,
    "git push": false,
    "npm run": null,
  },
}`,
    calls: [
      ['Bash(make all)', 'allow'],
      ['Bash(git commit -m x)', 'allow'],
      ['Bash(git push)', 'ask'],
      ['Bash(npm run a)', 'ask'],
      ['Bash(make && npm publish)', 'ask'],
      ['Bash(git-lfs push)', 'allow', 'ask'],
    ],
  },
  {
    says: 'expressions',
    source: String.raw`{"chat.tools.terminal.autoApprove": {
  "/^npm (run (build|lint)|ci)$/": true,
  "/^cargo (build|test)(\\s|$)/": true,
  "/^docker .*/": true,
  "/^terraform [a-z]+$/": true,
  "/--force/i": false,
  "/^yarn\\b/": {"approve": true, "matchCommandLine": true}
}}`,
    calls: [
      ['Bash(npm run lint)', 'allow'],
      ['Bash(npm ci)', 'allow'],
      ['Bash(npm ci --force)', 'ask'],
      ['Bash(npm ci -q)', 'ask'],
      ['Bash(cargo build --release)', 'allow'],
      ['Bash(cargo build --FORCE)', 'ask'],
      ['Bash(docker ps -a)', 'allow'],
      ['Bash(terraform plan)', 'allow', 'ask'],
      ['Bash(yarn build)', 'allow'],
    ],
  },
  {
    says: 'edits: the last pattern decides',
    source: '{"chat.tools.edits.autoApprove": {"**/*": true, "**/*.lock": false, "web/package.lock": true}}',
    calls: [
      ['Write(src/a.ts)', 'allow'],
      ['Write(src/a.lock)', 'ask'],
      ['Write(web/package.lock)', 'allow', 'ask'],
    ],
  },
];
