import { createHash } from 'node:crypto';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { announcePresence, approvalsIn } from '@permesso/gate/approval';
import { hookMark } from '../../packages/permesso/src/install/installer.ts';
import { readManifest } from '../../packages/permesso/src/install/manifest.ts';
import { undo } from '../../packages/permesso/src/uninstall.ts';
import { play, type Turn } from '../fake-model/script.ts';
import { gone, must, ranTimes, rulesIn, toldModel, until } from './case-checks.ts';
import type { WindowCase } from './window-case.ts';
import { form } from './window-program.ts';

/** Its rule is spelled with other quotes, so the call on the screen does not show it. */
const longCommand = 'make one WHERE="a place with a long name"';

/** A person who answers, or does not. */
export const answerCases: readonly WindowCase[] = [
  {
    name: 'ladder',
    about: 'asked in the window: once, exactly this, any such command, no, no with a comment',
    stage: ({ call }) => ({ script: [call('make one')] }),
    play: async (stage) => {
      await stage.program.unfold?.(stage.window);
      for (const line of [
        'Yes, this once',
        'always here: exactly `make one`',
        'always here: any `make one ...`',
        'No, and tell the agent why',
      ])
        await stage.window.until(new RegExp(escaped(line)));
      must(stage.ran().length === 0, 'the call ran without an answer', stage);
      return 'five lines, not run until answered';
    },
  },
  ...[44, 80, 120].map(atColumns),
  {
    name: 'once',
    about: 'yes, this once: the call runs, and the same call is asked about again',
    stage: ({ call }) => ({ script: [call('make one'), call('make one')] }),
    play: async (stage) => {
      await stage.program.choose(stage.window, 'Yes, this once');
      await ranTimes(stage, 1);
      await stage.window.until(form);
      must(stage.ran().length === 1, 'the second call ran without an answer', stage);
      return 'runs once, asked again';
    },
  },
  {
    name: 'remembered exactly',
    about: 'always exactly this: the call runs, the same call again shows no form, another one does',
    stage: ({ call }) => ({ script: [call('make one'), call('make one'), call('make two')] }),
    play: async (stage) => {
      await stage.program.choose(stage.window, 'exactly `make one`');
      await ranTimes(stage, 2);
      await stage.window.until(/make two/);
      await stage.window.until(form);
      must(stage.ran().length === 2, 'another call ran without an answer', stage);
      return 'runs, second call silent';
    },
  },
  {
    name: 'remembered wider',
    about: 'always any such command: the same with another option shows no form',
    stage: ({ call }) => ({ script: [call('make one'), call('make one -s')] }),
    play: async (stage) => {
      await stage.program.choose(stage.window, 'any `make one ...`');
      await ranTimes(stage, 2);
      return `runs, second call silent; ${rulesIn(stage)}`;
    },
  },
  {
    name: 'long rule',
    about:
      'a rule that is longer than a line of the list: whole above the list, with its number; the same call again shows no form',
    stage: ({ call }) => ({ script: [call(longCommand), call(longCommand), call('make two')] }),
    play: async (stage) => {
      await stage.program.unfold?.(stage.window);
      const screen = await stage.window.until(/always in this project: rule 2 above/);
      const rule = "exactly `make one 'WHERE=a place with a long name'`";
      const rows = [...screen.matchAll(/Rule 2 \| (.*?)\s*(?:│.*)?$/gmu)].map(([, row]) => row);
      must(rows.join(' ') === rule, 'the rule cannot be read whole', stage);
      await stage.program.choose(stage.window, 'rule 2 above');
      await ranTimes(stage, 2);
      await stage.window.until(/make two/);
      await stage.window.until(form);
      must(stage.ran().length === 2, 'another call ran without an answer', stage);
      return `whole on the screen, runs, second call silent; ${rulesIn(stage)}`;
    },
  },
  {
    name: 'no with a comment',
    about: 'no, and why: nothing runs, the model reads the comment',
    stage: ({ call }) => ({ script: [call('make one')] }),
    play: async (stage) => {
      await stage.program.choose(stage.window, 'No, and tell the agent why');
      await stage.program.comment(stage.window, 'use a branch');
      const told = await toldModel(stage, /use a branch/);
      must(stage.ran().length === 0, 'the call ran', stage);
      return `not run; the model reads: ${told}`;
    },
  },
  {
    name: 'dismissed',
    about: 'Escape: the call is denied, or the program asks itself',
    stage: ({ call }) => ({ script: [call('make one')] }),
    play: async (stage) => {
      const { program, window } = stage;
      await window.until(form);
      await wait(1500);
      window.press('Escape');
      if (program.ownPrompt !== undefined) {
        await window.until(program.ownPrompt);
        must(stage.ran().length === 0, 'the call ran', stage);
        return 'its own prompt comes up, not run until answered';
      }
      const told = await toldModel(stage, /closed/);
      must(stage.ran().length === 0, 'the call ran', stage);
      return `not run; the model reads: ${told}`;
    },
  },
  {
    name: 'timeout',
    about: 'nobody answers while the program waits for its hook: the form is withdrawn, then the call denied',
    stage: ({ call }) => ({ script: [call('make one')], deadline: 8 }),
    play: async (stage) => {
      await stage.window.until(form);
      const told = await toldModel(stage, /withdrawn|not approved|[Nn]obody answered/);
      await gone(stage, form);
      must(stage.ran().length === 0, 'the call ran', stage);
      return `withdrawn, not run; the model reads: ${told}`;
    },
  },
  {
    name: 'two at once',
    about: 'two calls in one turn: one form after the other, each with its own answer',
    stage: ({ call }) => ({ script: [{ calls: [call('make one'), call('make two')] }] }),
    play: async (stage) => {
      const { program, window } = stage;
      const first = await window.until(form);
      const second = first.includes('| make one') ? /\| make two/ : /\| make one/;
      await program.choose(window, 'Yes, this once');
      await window.until(second);
      await program.choose(window, 'No');
      await stage.window.until(/Done\./);
      const [one, ...more] = stage.ran();
      must(one !== undefined && more.length === 0, 'not exactly one call ran', stage);
      return `the answered one ran (${one?.trim() ?? ''}), the other not`;
    },
  },
  {
    name: 'sub-agent',
    about: 'a call of a sub-agent is asked about in the same window',
    stage: ({ call, host }) => {
      const started = host.calls.agent?.({
        command: '',
        marker: '',
        secretFile: '',
        elsewhere: '/',
        task: 'Leave a mark here.',
      });
      const first = started === undefined ? [] : 'tool' in started ? [started] : started;
      const isSecond = host.isSubAgent ?? (({ prompt }: Turn) => prompt.includes('Leave a mark here.'));
      return { script: (turn) => play(isSecond(turn) ? [call('make one')] : first, turn) };
    },
    play: async (stage) => {
      // Starting a sub-agent is asked about too.
      for (let left = 4; !/\| make one/.test(await stage.window.until(form)) && left > 0; left--) {
        await stage.program.choose(stage.window, 'Yes, this once');
        await wait(2000);
      }
      const screen = await stage.window.until(/\| make one/);
      must(stage.ran().length === 0, 'the call ran without an answer', stage);
      await stage.program.choose(stage.window, 'Yes, this once');
      await ranTimes(stage, 1);
      return `asked (${/\S.*\bwants to [^\n]*/.exec(screen)?.[0] ?? ''}), runs after the answer`;
    },
  },
  {
    name: 'cannot be undone',
    about: 'a call that cannot be undone: No stands first, nothing wider is offered, Enter denies',
    stage: ({ call }) => ({ script: [call('rm -rf secret.txt && git push --force origin main')] }),
    play: async (stage) => {
      const screen = await stage.window.until(form);
      must(!/always/.test(screen) && /cannot be undone/.test(screen), 'the form is not careful', stage);
      await wait(1500);
      stage.window.press('Enter');
      await wait(800);
      stage.window.press('Enter');
      await wait(2500);
      must(existsSync(stage.machine.secretFile), 'it was deleted by Enter', stage);
      return 'no rung wider than once; Enter, Enter deletes nothing';
    },
  },
  {
    name: 'does not fit',
    about: 'a call that is longer than the window: said so, nothing wider is offered',
    stage: ({ call }) => ({
      script: [call(`make one\n${Array.from({ length: 60 }, (_, at) => `# ${at}`).join('\n')}\nmake two`)],
      rows: 40,
    }),
    play: async (stage) => {
      const screen = await stage.window.until(form);
      must(
        /more lines are not shown/.test(screen) && !/always/.test(screen),
        'the form is not careful',
        stage,
      );
      return 'said; only once or no';
    },
  },
  {
    name: 'console first',
    about: 'a console that was opened with --first is asked before the window, which asks when it closes',
    stage: ({ call }) => ({
      script: [call('make one')],
      before: ({ machine }) => void announcePresence(machine.state, { first: true }),
    }),
    play: async (stage) => {
      const { state } = stage.machine;
      await until(() => approvalsIn(state, Date.now()).length > 0, 'no request waits', stage);
      await wait(2000);
      must(!form.test(stage.window.screen()), 'the window asks as well', stage);
      rmSync(join(state, 'present'), { recursive: true, maxRetries: 20 });
      await stage.program.choose(stage.window, 'Yes, this once');
      await ranTimes(stage, 1);
      return 'asked there alone; after it closed the form comes up, runs after the answer';
    },
  },
  {
    name: 'uninstall',
    about:
      'after a session: every file as it was before, byte for byte, or without our entries where the program changed it',
    stage: ({ call }) => ({ script: [call('make one')] }),
    play: async (stage) => {
      await stage.program.choose(stage.window, 'Yes, this once');
      await ranTimes(stage, 1);
      const { state, home } = stage.machine;
      const before = readManifest(state).files;
      const undone = undo({ state, purge: false });
      const failed = undone.filter(({ how }) => how === 'failed' || how === 'kept');
      must(failed.length === 0 && undone.length === before.length, JSON.stringify(failed), stage);
      for (const { path, how } of undone) {
        const kept = before.find((file) => file.path === path)?.before;
        const text = existsSync(path) ? readFileSync(path, 'utf8') : undefined;
        if (how === 'restored')
          must(text !== undefined && digestOf(text) === kept?.digest, `${path} is not as it was`, stage);
        if (how === 'removed') must(text === undefined, `${path} is still there`, stage);
        must(!(text ?? '').includes(hookMark), `${path} still names the hook`, stage);
      }
      const exact = undone.filter(({ how }) => how !== 'cleaned').length;
      const rest = undone.length - exact;
      must(existsSync(home), 'the home is gone', stage);
      return `${exact} of ${undone.length} files as before, byte for byte${rest === 0 ? '' : `; ${rest} that the program had changed: without our entries`}`;
    },
  },
];

/** Drawn whole at this width. What was seen is kept as a screen. */
function atColumns(columns: number): WindowCase {
  return {
    name: `${columns} columns`,
    about: 'title, call, reason and the answers from once to no, on one screen',
    keepsScreen: true,
    stage: ({ call }) => ({ script: [call('npm install ./money')], columns, rows: 40 }),
    play: async (stage) => {
      await stage.program.unfold?.(stage.window);
      const screen = await stage.window.until(/No, and tell the agent why/);
      // Programs wrap and frame lines; the order of what must be there stays.
      const words = screen.replaceAll(/[^\w./`]+/gu, ' ');
      const order =
        /wants to install .*npm install .\/money.* no rule allows it.*Yes this once.*No .*No and tell/;
      must(order.test(words), 'something is missing on the screen, or stands elsewhere', stage);
      must(!/permesso-[0-9a-f]{16}/.test(screen), 'a random name is in sight', stage);
      must(stage.ran().length === 0, 'the call ran without an answer', stage);
      return 'all of it, in this order';
    },
  };
}

function escaped(text: string): string {
  return text.replaceAll(/[.`]/g, String.raw`\$&`);
}

function digestOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
