import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { fakeModelEnvironment } from '../hosts/claude-code/claude-code.ts';
import { terminalPicture } from '../../packages/permesso/test/look/picture.ts';
import { startFakeModel } from '../fake-model/fake-model.ts';
import { installHost, pinned } from '../hosts/install-host.ts';
import { openWindow, type Window } from '../windows/tmux-window.ts';
import { plainLine, svgLine } from './screen-lines.ts';
import { modelCalls, steps, type TourStep } from './steps.ts';
import { drawRecording, recordingFile } from './recording.ts';
import { shownHome, tourHome, type TourHome } from './tour-home.ts';

/**
 * `npm run tools -- tour [--write]`: the first ten minutes with the built `permesso` and the real Claude Code, in a terminal of 80 x 24, a
 * home and a project that are thrown away. With `--write` the screens become proof/tour.md and its pictures.
 */
const docs = join(import.meta.dirname, '../../docs');

interface Screen {
  readonly step: TourStep;
  readonly lines: readonly string[];
}

const installed = await installHost('claude-code');
const home = tourHome({
  claude: join(installed, `node_modules/@anthropic-ai/claude-code-linux-${process.arch}/claude`),
});
const model = await startFakeModel({
  script: modelCalls.map((command) => ({
    tool: 'Bash',
    input: { command, description: 'Prepare the release' },
  })),
});
try {
  const began = performance.now();
  const screens = await takeTour(home, model.url);
  if (process.argv.includes('--write')) writeTour(screens);
  const seconds = Math.round((performance.now() - began) / 1000);
  console.log(`${screens.length} screens in ${seconds} s`);
} finally {
  await model.close();
  home.remove();
}

async function takeTour({ enter }: TourHome, url: string): Promise<readonly Screen[]> {
  const [file = '', ...args] = enter;
  const window = openWindow({
    file,
    args: [...args, '/bin/bash', '--norc', '--noprofile', '-i'],
    cwd: '/',
    columns: 80,
    rows: 24,
    env: {
      PATH: `${shownHome}/.local/bin:/usr/bin:/bin`,
      HOME: shownHome,
      LANG: 'C.UTF-8',
      PS1: '$ ',
      ...fakeModelEnvironment(url),
    },
  });
  try {
    await window.until(/\$/u);
    const screens: Screen[] = [];
    for (const step of steps) screens.push(await take(step, window));
    return screens;
  } finally {
    window.close();
  }
}

async function take(step: TourStep, window: Window): Promise<Screen> {
  if (step.types !== undefined) {
    window.press('C-l');
    await wait(500);
    window.clear();
    window.type(step.types);
    await wait(300);
    window.press('Enter');
    await wait(300);
  }
  await step.acts(window);
  await shown(step, window);
  const lines = trimmed(fromLine(window.drawn().split('\n'), step));
  const text = lines.map(plainLine).join('\n');
  console.log(`\n=== ${step.name}\n${text}`);
  if (!step.shows.test(text)) throw new Error(`${step.name} does not show ${String(step.shows)}`);
  return { step, lines };
}

/** What was typed last may not be drawn yet. */
async function shown({ shows }: TourStep, window: Window): Promise<void> {
  for (let left = 300; left > 0 && !shows.test(plainLine(window.drawn())); left--) await wait(200);
}

/** From the first line that this picture is about. */
function fromLine(lines: readonly string[], { from }: TourStep): readonly string[] {
  const first = from === undefined ? -1 : lines.findIndex((line) => from.test(plainLine(line)));
  return lines.slice(Math.max(0, first));
}

/** Without the prompt that waits below, and without empty lines around. */
function trimmed(lines: readonly string[]): readonly string[] {
  const isEmpty = (line: string): boolean => /^\$?\s*$/u.test(plainLine(line));
  const first = lines.findIndex((line) => !isEmpty(line));
  return lines.slice(Math.max(0, first), lines.findLastIndex((line) => !isEmpty(line)) + 1);
}

function writeTour(screens: readonly Screen[]): void {
  const folder = join(docs, 'tour');
  rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
  mkdirSync(folder);
  for (const { step, lines } of screens)
    writeFileSync(
      join(folder, `${step.name}.svg`),
      terminalPicture(
        lines.map((line) => line.trimEnd()),
        {
          label: `${step.title}: ${step.says}`.replaceAll(/[`"<>&]/gu, ''),
          coloured: svgLine,
        },
      ),
    );
  writeFileSync(join(docs, '../proof/tour.md'), page(screens));
  writeFileSync(recordingFile, drawRecording());
}

function page(screens: readonly Screen[]): string {
  const { version } = pinned('claude-code');
  return `${[
    `# The first ten minutes

Recorded by \`npm run tools -- tour --write\`: the built \`permesso\` and Claude Code ${version} in a terminal of 80 columns and 24 rows, with
a scripted model, in a home and a project that are thrown away. Nothing is drawn by hand; longer output is shown whole.`,
    ...screens.map(
      ({ step: { name, title, says, types } }, at) =>
        `## ${at + 1}. ${title}\n\n${says}\n\n![${types ?? title}](../docs/tour/${name}.svg)`,
    ),
  ].join('\n\n')}\n`;
}
