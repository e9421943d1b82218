import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { textsInPages } from './page-texts.ts';

const source = join(import.meta.dirname, '../src');

test('every text of the pages stands in the catalogue, src/texts', () => {
  expect(textsInPages(source)).toEqual([]);
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
