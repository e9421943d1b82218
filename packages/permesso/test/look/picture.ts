import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { escaped } from '../../src/cli/look/charts.ts';
import { makeHome } from './made-home.ts';

const root = join(import.meta.dirname, '../../../..');
export const pictureFile: string = join(root, 'docs/look.svg');
const main = join(import.meta.dirname, '../../src/cli/main.ts');

/** What `permesso look` prints about a month of made-up work, at 80 columns. */
export function lookOutput(): string {
  // Not in a temporary folder: presets let agents write there.
  const home = mkdtempSync(join(homedir(), '.permesso-look-picture-'));
  try {
    makeHome({ home, calls: 2400, sessions: 24, until: Date.parse('2026-11-16T00:00:00Z') });
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      ['--conditions=@permesso/source', main, 'look', '--home', home],
      { encoding: 'utf8', env: { ...process.env, COLUMNS: '80', FORCE_COLOR: '1' } },
    );
    if (status !== 0) throw new Error(`look ended with ${status}: ${stderr}`);
    return stdout.trimEnd();
  } finally {
    rmSync(home, { recursive: true, force: true, maxRetries: 20 });
  }
}

const [letter, row, margin] = [8.43, 19, 18];

/** A terminal window with the text in it, in the colours of the program. */
export function pictureOf(output: string): string {
  return terminalPicture(['$ npx permesso look', ...output.split('\n')], {
    label: 'permesso look: what a policy would have asked about a month of calls',
    coloured,
  });
}

interface TerminalPicture {
  readonly label: string;
  /** One line as SVG text, with the classes q, a, d, t and s for quiet, asked, denied, titles and secondary text. */
  readonly coloured: (line: string) => string;
}

export function terminalPicture(
  lines: readonly string[],
  { label, coloured: colour }: TerminalPicture,
): string {
  const columns = Math.max(80, ...lines.map((line) => stripVTControlCharacters(line).length));
  const [width, height] = [Math.ceil(columns * letter + 2 * margin), lines.length * row + 2 * margin + 26];
  const texts = lines.map(
    (line, at) =>
      `<text x="${margin}" y="${margin + 38 + at * row}" xml:space="preserve">${colour(line)}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" width="${width}" height="${height}" role="img" aria-label="${label}">
<style>text{font:14px ui-monospace,'SF Mono',Menlo,Consolas,'DejaVu Sans Mono',monospace;fill:#e7ebe9;white-space:pre}.q{fill:#7fd3a5}.a{fill:#f0c066}.d{fill:#ff9b98}.t{fill:#fff;font-weight:600}.s{fill:#a4aeab}</style>
<rect width="${width}" height="${height}" rx="10" fill="#16181a"/>
<circle cx="22" cy="20" r="6" fill="#ff5f57"/><circle cx="42" cy="20" r="6" fill="#febc2e"/><circle cx="62" cy="20" r="6" fill="#28c840"/>
${texts.join('\n')}
</svg>
`;
}

const classes: ReadonlyMap<string, string> = new Map([
  ['32', 'q'],
  ['33', 'a'],
  ['31', 'd'],
  ['1', 't'],
  ['2', 's'],
]);

function coloured(line: string): string {
  return escaped(line).replaceAll(
    // eslint-disable-next-line no-control-regex -- what a terminal reads as colours
    /\u001B\[(?:1;)?(\d+)m([^\u001B]*)\u001B\[0m/gu,
    (_, code: string, text: string) => `<tspan class="${classes.get(code) ?? ''}">${text}</tspan>`,
  );
}

if (process.argv[1] === import.meta.filename && process.argv.includes('--write'))
  writeFileSync(pictureFile, pictureOf(lookOutput()));
