import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { hosts } from '../../src/host-lists/hosts.ts';
import { agentTexts } from '@permesso/protocol/text';
import { replaceSection } from '../page-section.ts';

const page = join(import.meta.dirname, '../../../../docs/approvals.md');
const screens = join(import.meta.dirname, 'screens');

/** The page about asking, with the screens as the terminal showed them. */
export function renderApprovalsPage(): string {
  const written = replaceSection(writtenApprovalsPage(), askedSection, askedTable());
  return globSync('*.txt', { cwd: screens })
    .map((name) => basename(name, '.txt'))
    .filter((name) => written.includes(`<!-- ${name} -->`))
    .reduce((text, name) => {
      const screen = readFileSync(join(screens, `${name}.txt`), 'utf8').trimEnd();
      return replaceSection(text, name, `\`\`\`text\n${screen}\n\`\`\``);
    }, written);
}

const askedSection = 'where-asked';

/** The same words as `init` and `doctor` say. */
function askedTable(): string {
  const rows = hosts.map(({ name, title }) => {
    const { asked = '', otherwise = '' } = agentTexts[name] ?? {};
    return `| ${title} | ${asked} | ${otherwise} |`;
  });
  return ['| Program | Where you are asked | If not |', '|---|---|---|', ...rows].join('\n');
}

export function writtenApprovalsPage(): string {
  return readFileSync(page, 'utf8');
}

/** The names of the screens that the page has a place for. */
export function screensOnPage(): readonly string[] {
  return Array.from(writtenApprovalsPage().matchAll(/<!-- ([\w-]+) -->/g), ([, name = '']) => name).filter(
    (name) => name !== askedSection,
  );
}

if (process.argv.includes('--write')) writeFileSync(page, renderApprovalsPage());
