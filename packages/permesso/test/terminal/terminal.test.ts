import { describe, expect, test } from 'vitest';
import type { ToolCall } from '@permesso/engine/call';
import type { Asks } from './asks.ts';
import { inWindow, tmuxProblem, type Window } from './tmux.ts';

const problem = tmuxProblem();
// In CI the window is part of the promise; elsewhere its absence is said aloud.
if (problem !== undefined && process.env['CI'] === undefined)
  process.stderr.write(`the terminal tests are left out: ${problem}\n`);

function sh(command: string, more: Partial<ToolCall> = {}): ToolCall {
  return {
    tool: 'Bash',
    input: { command },
    cwd: '/home/dev/project',
    host: 'Claude Code',
    session: 's1',
    ...more,
  };
}

const publish = 'cd web && npm run build && npm publish --tag next';
const asksBuild: Omit<Asks, 'result'> = {
  calls: [sh('cd web && npm run build')],
  history: ['npm run lint', 'npm run build -- --watch', 'git status', 'npm test'].map((command) =>
    sh(command),
  ),
};

/** Kept as a file and shown in the documents. */
async function golden(window: Window, name: string): Promise<void> {
  await expect(await window.settled()).toMatchFileSnapshot(`screens/${name}.txt`);
}

describe.skipIf(problem !== undefined && process.env['CI'] === undefined)(
  'the prompt in a real terminal',
  () => {
    test('is read at 80 columns and answered once with `a`, while stdin and stdout belong to the host', async () => {
      await inWindow(
        [{ calls: [sh(publish)], policy: { allow: ['Bash(npm run:*)'] } }],
        {},
        async (window) => {
          await window.ready();
          await golden(window, 'prompt-80');
          window.press('a');
          await window.shows('cannot be undone. Type continue');
          await golden(window, 'typed-confirmation');
          window.type('continu');
          window.press('Enter');
          await window.shows('the word does not match');
          window.type('e');
          window.press('Enter');
          expect(await window.results()).toMatchObject([{ verdict: 'allow', answer: { scope: 'once' } }]);
          expect(window.stdout()).toBe('');
        },
      );
    });

    test('is read at 40 columns', async () => {
      await inWindow([{ calls: [sh(publish)] }], { columns: 40 }, async (window) => {
        await window.ready();
        await golden(window, 'prompt-40');
        window.press('d');
        expect(await window.results()).toMatchObject([{ verdict: 'deny' }]);
      });
    });

    test('a rule is chosen, widened, edited in place, tried and saved; Enter alone never saves', async () => {
      await inWindow([asksBuild], {}, async (window) => {
        await window.ready();
        window.press('p');
        await window.shows('[project]');
        await golden(window, 'project-rule');
        window.press('Tab');
        await window.shows('Bash(npm run build:*)');
        window.press('e');
        await window.shows('Rule: Enter keeps it');
        window.press('C-u');
        window.type('Bash(npm test:*)');
        await window.shows('does not do');
        await golden(window, 'edited-rule-objection');
        window.press('Enter');
        await window.shows(/! with it this call/);
        window.press('C-u');
        window.type('Bash(npm run build *)');
        await window.shows(/would also have matched 1 of your last 4\s+calls/);
        window.press('Enter');
        await window.shows('[project]');
        window.press('Enter');
        await window.shows('y saves and allows');
        await golden(window, 'save-rule');
        window.press('Enter');
        await window.shows('! y saves it and allows the call');
        expect(window.hasAnswered()).toBe(false);
        window.press('y');
        expect(await window.results()).toMatchObject([
          { verdict: 'allow', answer: { scope: 'project' }, rules: ['Bash(npm run build *)'] },
        ]);
      });
    });

    test('200 lines: nothing is allowed before every one of them was on screen', async () => {
      const lines = Array.from({ length: 200 }, (_, at) => `echo line ${at + 1}`);
      await inWindow([{ calls: [sh([...lines, 'npm test'].join('\n'))] }], {}, async (window) => {
        await window.ready();
        await golden(window, 'long-top');
        window.press('a');
        await window.shows('scroll to the end first');
        window.press('End');
        await window.shows(/rows \d+-(\d+) of \1 /);
        window.press('a');
        await window.shows('scroll to the end first');
        expect(window.hasAnswered()).toBe(false);
        window.press('Home');
        await window.shows('rows 1-');
        for (let page = 0; page < 60 && !window.screen().includes('a allow once'); page++)
          window.press('Space');
        await window.shows('a allow once');
        await golden(window, 'long-end');
        window.press('a');
        expect(await window.results()).toMatchObject([{ verdict: 'allow' }]);
      });
    });

    test('keys typed before and just after it opens never answer it', async () => {
      await inWindow([{ calls: [sh('npm test')] }], { typeAhead: 'y a d a Enter' }, async (window) => {
        await window.shows('Keys count in a moment');
        window.press('a', 'd', 'Enter');
        await window.ready();
        expect(window.hasAnswered()).toBe(false);
        window.press('a');
        expect(await window.results()).toMatchObject([{ verdict: 'allow' }]);
      });
    });

    test('pasted text never answers it', async () => {
      await inWindow([{ calls: [sh('npm test')] }], {}, async (window) => {
        await window.ready();
        window.type('\u001B[200~d\r');
        window.type('y\r\u001B[201~');
        window.press('?');
        await window.shows('any key goes back');
        expect(window.hasAnswered()).toBe(false);
        window.press('Escape');
        await window.ready();
        window.press('d');
        expect(await window.results()).toMatchObject([{ verdict: 'deny' }]);
      });
    });

    test('follows the size of the window, and says so where it is too small to answer in', async () => {
      await inWindow([asksBuild], {}, async (window) => {
        const wide = await window.ready();
        window.resize(40, 20);
        await window.shows(/^-{40}$/m);
        await golden(window, 'resized-40');
        window.resize(30, 5);
        await window.shows('Make the window larger');
        window.press('a');
        window.resize(80, 24);
        expect(await window.shows(wide.slice(0, wide.indexOf('What it does')))).toMatch(/^-{80}$/m);
        expect(window.hasAnswered()).toBe(false);
        window.press('a');
        expect(await window.results()).toMatchObject([{ verdict: 'allow' }]);
      });
    });

    test.each([
      ['Ctrl-C', (window: Window): void => window.press('C-c'), /closed the prompt/],
      ['a closed window', (window: Window): void => window.closeWindow(), /terminal was closed|SIGHUP/],
      ['a window that hangs up often', (window: Window): void => window.hangUpOften(), /SIGHUP/],
    ])('%s is a no that is still told', async (_name, end, words) => {
      await inWindow([{ calls: [sh('npm test')] }], {}, async (window) => {
        await window.ready();
        end(window);
        expect(await window.results()).toMatchObject([
          { verdict: 'deny', guidance: expect.stringMatching(words) as string },
        ]);
      });
    });

    test('nobody there in time is a no', async () => {
      await inWindow([{ calls: [sh('npm test')], terminal: { timeout: 1500 } }], {}, async (window) => {
        expect(await window.results()).toMatchObject([
          { verdict: 'deny', guidance: 'Nobody answered in time.' },
        ]);
      });
    });

    test('two questions queue; a yes for the session answers the second one too', async () => {
      const calls = [sh('npm run build'), sh('npm run build -- --watch')];
      await inWindow([{ calls }], {}, async (window) => {
        await window.shows('1 of 2');
        await window.ready();
        await golden(window, 'queued');
        window.press('s');
        await window.shows('[session]');
        window.press('Tab');
        await window.shows('Bash(npm run build:*)');
        window.press('Enter');
        await window.shows('y saves and allows');
        window.press('y');
        const results = await window.results();
        expect(results.map(({ verdict }) => verdict)).toEqual(['allow', 'allow']);
        expect(results[1]).not.toHaveProperty('answer');
      });
    });

    test('two processes on one terminal take turns', async () => {
      const programs = [{ calls: [sh('npm run first')] }, { calls: [sh('npm run second')] }];
      await inWindow(programs, {}, async (window) => {
        const first = await window.ready();
        const shown = first.includes('npm run first') ? 0 : 1;
        window.press('a');
        expect(await window.results(shown)).toMatchObject([{ verdict: 'allow' }]);
        await window.shows(shown === 0 ? 'npm run second' : 'npm run first');
        await window.ready();
        window.press('d');
        expect(await window.results(1 - shown)).toMatchObject([{ verdict: 'deny' }]);
      });
    });

    test('what would deceive the eye or the terminal is spelled out', async () => {
      const attack = [
        'echo safe \u202E fdr- mr\u202C',
        'echo \u001B[2J\u001B[H\u001B]0;owned\u0007 \u001B[31mred',
        'rm\u200B -rf build\rls                   ',
        'сat .env # cyrillic',
        'echo \u3164\u2800 e\u0301\u0302\u0303\u0304',
      ].join('\n');
      await inWindow([{ calls: [sh(attack)] }], {}, async (window) => {
        await window.ready();
        await golden(window, 'hostile-characters');
        // Without colour not one escape sequence is on screen, ours or theirs.
        expect(window.escapes()).not.toContain('\u001B[');
        window.press('d');
        expect(await window.results()).toMatchObject([{ verdict: 'deny' }]);
      });
    });

    test('hundreds of blank lines cannot push what follows out of sight', async () => {
      await inWindow([{ calls: [sh(`npm test${'\n'.repeat(500)}npm publish`)] }], {}, async (window) => {
        expect(await window.ready()).toContain('(499 blank lines)');
        window.press('d');
        expect(await window.results()).toMatchObject([{ verdict: 'deny' }]);
      });
    });

    test('a no with words reaches the agent', async () => {
      await inWindow([{ calls: [sh('npm test')] }], {}, async (window) => {
        await window.ready();
        window.press('w');
        await window.shows('tell the agent');
        window.type('Use pnpm, please.');
        await window.shows('> Use pnpm, please.');
        await golden(window, 'deny-with-words');
        window.press('Enter');
        expect(await window.results()).toMatchObject([{ verdict: 'deny', guidance: 'Use pnpm, please.' }]);
      });
    });

    test('a changed command is decided again, and asked about as it is now', async () => {
      await inWindow([{ calls: [sh('npm publish')], how: { editable: true } }], {}, async (window) => {
        await window.ready();
        window.press('i');
        await window.shows('Change the command');
        window.type(' --dry-run && npm test');
        window.press('Enter');
        await window.shows('ask    npm test');
        await window.ready();
        window.press('d');
        expect(await window.results()).toMatchObject([{ verdict: 'deny' }]);
      });
    });

    test('for a while: the time is written, shown and kept', async () => {
      await inWindow([asksBuild], {}, async (window) => {
        await window.ready();
        window.press('t');
        await window.shows('Until when?');
        window.type('3x');
        window.press('Enter');
        await window.shows('[until]');
        window.press('Enter');
        await window.shows('the next 3 calls');
        window.press('y');
        expect(await window.results()).toMatchObject([
          { verdict: 'allow', answer: { scope: 'session', uses: 3 } },
        ]);
      });
    });

    test('ACCESSIBLE=1: plain text, said once, numbered', async () => {
      await inWindow([asksBuild], { rows: 40, env: { ACCESSIBLE: '1' } }, async (window) => {
        await window.ready();
        await golden(window, 'accessible');
        window.type('9');
        window.press('Enter');
        await window.shows('Type a number from 1 to');
        window.type('2');
        window.press('Enter');
        await window.shows('Which rule should be saved?');
        window.type('1');
        window.press('Enter');
        expect(await window.results()).toMatchObject([{ verdict: 'allow', rules: ['Bash(npm run build)'] }]);
      });
    });

    test('ACCESSIBLE=1: what was typed before it was said does not count', async () => {
      const opened = { rows: 40, env: { ACCESSIBLE: '1' }, typeAhead: '1 Enter 1' };
      await inWindow([asksBuild], opened, async (window) => {
        await window.ready();
        expect(window.hasAnswered()).toBe(false);
        window.type('6');
        window.press('Enter');
        expect(await window.results()).toMatchObject([{ verdict: 'deny' }]);
      });
    });
  },
);
