import { setTimeout as wait } from 'node:timers/promises';
import type { Window } from '../windows/tmux-window.ts';
import { commentForm, form } from '../windows/window-program.ts';

/** One screen of the tour. */
export interface TourStep {
  /** The name of its picture. */
  readonly name: string;
  readonly title: string;
  readonly says: string;
  /** Typed at the prompt of the shell, and Enter. */
  readonly types?: string;
  /** What the person does then; the screen is taken when it has ended. */
  readonly acts: (window: Window) => Promise<void>;
  /** What must stand on the screen, or the tour is not written. */
  readonly shows: RegExp;
  /** The first line of the picture, where others stand above it that an earlier picture has. */
  readonly from?: RegExp;
}

/** Longer than the moment in which keys do not count, and than a form needs to be drawn. */
const readingTime = 1500;

/** Seconds. A screen comes as soon as it is there; a busy machine takes its time. */
const patience = 180;

const prompt = /(?:^|\n)\$\s*$/u;

async function backAtPrompt(window: Window): Promise<void> {
  await window.until(prompt, patience);
}

/** Moves to a line of the form that Claude Code draws, and takes it. */
async function choose(window: Window, line: string): Promise<void> {
  await window.until(form, patience);
  await wait(readingTime);
  await unfold(window);
  const rows = window.screen().split('\n');
  const first = rows.findIndex((row) => /Yes, this once|^\W*No$/u.test(row.trim()));
  const row = rows.findIndex((text) => text.includes(line));
  if (row === -1) throw new Error(`the form has no line with ${line}:\n${rows.join('\n')}`);
  for (let left = row - first; left > 0; left--) {
    window.press('Down');
    await wait(200);
  }
  window.press('Enter');
  await wait(400);
  window.press('Enter');
}

/** Claude Code asks about its own modes after a while of prompts. That is not about Permesso. */
async function keepMode(window: Window): Promise<void> {
  for (let left = 80; left > 0 && !window.screen().includes('keep manual mode'); left--) await wait(100);
  if (!window.screen().includes('keep manual mode')) return;
  window.press('Down');
  // Pressed together, the second was lost at times.
  await window.until(/❯[^\n]*keep manual mode/iu, patience);
  window.press('Enter');
  await gone(window, /keep manual mode/u);
  await wait(readingTime);
}

async function gone(window: Window, pattern: RegExp): Promise<void> {
  for (let left = patience * 10; left > 0; left--) {
    if (!pattern.test(window.screen())) return;
    await wait(100);
  }
  throw new Error(`${String(pattern)} did not go away:\n${window.screen()}`);
}

/** The form, opened, so that its choices can be read. */
async function open(window: Window, about: RegExp): Promise<void> {
  await window.until(about, patience);
  await window.until(form, patience);
  await wait(readingTime);
  await unfold(window);
}

/** The list of choices is folded at first. */
async function unfold(window: Window): Promise<void> {
  if (!window.screen().includes('▾')) window.press('Right');
  await window.until(/▾/u, patience);
  await wait(300);
}

/** Asked about again and again, for it was allowed once each time. */
const archive = 'git archive -o shop.zip HEAD';

/** Code that came with the project, in a folder of its own. */
const install = 'npm install ./money';

/** What the model asks for, in this order. */
export const modelCalls: readonly string[] = [
  install,
  install,
  'git push origin main',
  archive,
  archive,
  archive,
];

export const steps: readonly TourStep[] = [
  {
    name: 'look',
    title: 'Look first: nothing is written',
    says: 'Reads the sessions that your agents left on this machine, and says what a policy would have asked about.',
    types: 'permesso look',
    acts: backAtPrompt,
    shows: /permesso init/u,
  },
  {
    name: 'init',
    title: 'Set it up',
    says: 'One screen: what was found, what would change, which preset, how you will be asked. Then one question.',
    types: 'permesso init',
    acts: async (window) => {
      await window.until(/\[Y\/n\]/u, patience);
    },
    shows: /Claude Code/u,
  },
  {
    name: 'trust',
    title: 'Your project, your code',
    says: 'Tests, builds and scripts of a project run code that an agent may have written. That is a question of its own, and Enter means no.',
    acts: async (window) => {
      window.press('y', 'Enter');
      await window.until(/Do you trust this project/u, patience);
      window.press('y', 'Enter');
      await backAtPrompt(window);
    },
    shows: /Trusted\./u,
    from: /is a project of/u,
  },
  {
    name: 'ask',
    title: 'The first question, in the window of the agent',
    says: 'Claude Code installs a package, which may run scripts. No rule allows that, so Permesso asks right there.',
    types: 'claude "prepare the release"',
    acts: (window) => open(window, /\| npm install/u),
    shows: /Yes, this once/u,
    from: /prepare the release/u,
  },
  {
    name: 'remembered',
    title: 'Answered once, remembered',
    says: 'After “always here: exactly this command” the same call runs without a question. Publishing still asks.',
    acts: async (window) => {
      await choose(window, 'exactly this command');
      await open(window, /git push/u);
    },
    shows: /git push origin main/u,
    from: /prepare the release/u,
  },
  {
    name: 'no',
    title: 'No, and why',
    says: 'The comment goes to the model, which reads that a person refused.',
    acts: async (window) => {
      await choose(window, 'No, and tell the agent why');
      await window.until(commentForm, patience);
      await wait(readingTime);
      window.type('Open a pull request instead.');
      await wait(500);
    },
    shows: /Open a pull request/u,
    from: /prepare the release/u,
  },
  {
    name: 'once',
    title: 'Once is once',
    says: 'The same command three times: each one is asked about again, for “this once” was the answer.',
    acts: async (window) => {
      window.press('Enter');
      await wait(400);
      window.press('Enter');
      for (let left = 3; left > 0; left--) {
        await window.until(/\| git archive/u, patience);
        await choose(window, 'Yes, this once');
        // The next form may be there at once: only its list is folded again.
        await gone(window, /▾/u);
      }
      await window.until(/Done\./u, patience);
      await keepMode(window);
    },
    shows: /Done\./u,
    from: /prepare the release/u,
  },
  {
    name: 'grants',
    title: 'What is remembered',
    says: '`permesso grants` lists it; `permesso grants revoke ID` takes it back.',
    acts: async (window) => {
      window.type('/exit');
      await wait(800);
      window.press('Enter');
      await backAtPrompt(window);
      window.press('C-l');
      await wait(500);
      window.clear();
      window.type('permesso grants');
      window.press('Enter');
      await backAtPrompt(window);
    },
    shows: /npm install/u,
  },
  {
    name: 'suggest',
    title: 'What could be quieter',
    says: 'Proposes rules for what you keep approving, tested on your log and on known attacks.',
    types: 'permesso suggest',
    acts: backAtPrompt,
    shows: /git archive/u,
  },
  {
    name: 'allow',
    title: 'Allow the last one',
    says: 'From narrow to wide, answered on your own terminal. An agent that runs this command can answer nothing.',
    types: 'permesso allow',
    acts: async (window) => {
      await window.until(/Enter for none/u, patience);
      await wait(500);
      window.press('1', 'Enter');
      await backAtPrompt(window);
    },
    shows: /Undo:/u,
  },
  {
    name: 'doctor',
    title: 'Does it hold?',
    says: 'Checks that each agent asks Permesso first. With `--canary` it starts the real program and proves it.',
    types: 'permesso doctor',
    acts: backAtPrompt,
    shows: /Claude Code/u,
  },
  {
    name: 'uninstall',
    title: 'And back',
    says: 'Every file that did not change since is restored byte for byte.',
    types: 'permesso uninstall',
    acts: async (window) => {
      await window.until(/\[Y\/n\]/u, patience);
      window.press('y', 'Enter');
      await backAtPrompt(window);
    },
    shows: /byte for byte/u,
  },
];
