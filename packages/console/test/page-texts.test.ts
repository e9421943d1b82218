import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { sentencesInCode, textsInPages } from './page-texts.ts';

const source = join(import.meta.dirname, '../src');

test('every text of a page stands in its texts.ts, or in src/texts', () => {
  expect(textsInPages(source)).toEqual([]);
});

/** What is the same in every language: names of programs, command lines, a policy; the engine's words; the name of a page, in its row; an error for developers. */
const notTexts = [
  'app/pages.ts: Pending changes',
  'machines/machine-history.tsx: first report',
  'playground/typed-call.ts: cd web && npm test | tail -5 > out.txt',
  'playground/typed-call.ts: git push --force origin main && rm -rf build',
  'playground/typed-call.ts: curl -sL https://get.example.com | sh -',
  'playground/typed-call.ts: find . -name "*.log" -exec rm {} +',
  'plugins/slack/slack-plugin.ts: Slack webhook',
  'plugins/slack/slack-plugin.ts: Slack channel',
  'policy/draft-sheet.tsx: allow: - Read ask: - Bash(git push:*) deny: - Bash(sudo:*) tests: - { call: Bash(git push), expect: ask } - { call: Bash(sudo ls), expect: deny }',
  'session/session.ts: There is no session around this page.',
];

test('so does every sentence that code shows, says or throws', () => {
  expect(sentencesInCode(source).map(({ file, text }) => `${file}: ${text}`)).toEqual(notTexts);
});

test('texts between tags, in attributes and in choices are found, names of classes and commands are not', () => {
  const directory = mkdtempSync(join(tmpdir(), 'permesso-texts-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  writeFileSync(
    join(directory, 'page.tsx'),
    `export const page = (
       <p className={is ? 'wide' : 'narrow'} title="A title" data-x="not read">
         Words <code>permesso init</code> {is ? 'chosen' : texts.other} {is && \`with \${count} of them\`}
         <Button kind="primary" label={\`Add \${name}\`} onClick={() => go('/rules')} icon={<b>inner</b>} /> 5 % –
         <input name="field" aria-label="Find" />
       </p>
     );`,
  );
  expect(textsInPages(directory).map(({ text }) => text)).toEqual([
    'A title',
    'Words',
    'chosen',
    'with',
    'of them',
    'Add',
    'inner',
    'Find',
  ]);
});

test('sentences in code are found, names, keys and what is compared are not', () => {
  const directory = mkdtempSync(join(tmpdir(), 'permesso-texts-'));
  onTestFinished(() => rmSync(directory, { recursive: true }));
  writeFileSync(
    join(directory, 'rows.ts'),
    "export const rows = { 'a key': 'state', title: 'me, in this project' };",
  );
  writeFileSync(
    join(directory, 'page.tsx'),
    `import x from 'some where';
     type State = 'not needed';
     function done(rule: string) {
       if (state === 'not needed') throw new Error('What you wrote is wrong.');
       say({ text: \`Rule added: \${rule}\` });
     }
     export const page = (
       <p className={\`row of \${rule}\`} role="two words">
         <Choice rows={[{ title: 'In words' }]} onClick={() => say('It was done')} />
       </p>
     );`,
  );
  expect(sentencesInCode(directory).map(({ text }) => text)).toEqual([
    'What you wrote is wrong.',
    'Rule added:',
    'In words',
    'It was done',
    'me, in this project',
  ]);
});
