import { readFileSync } from 'node:fs';
import { afterAll, describe, expect, it, test } from 'vitest';
import type { ToolCall } from '@permesso/engine/call';
import { createGate } from '@permesso/gate/gate';
import { differenceRows, type DifferenceExample } from './difference-rows.ts';
import { actsIn, isInstalled, makePlace, removePlace } from './run-line.ts';
import { linesFile, readShellLines, runShellLine, verdictOn, type ShellLine } from './shell-lines.ts';
import { renderShellsPage, writtenShellsPage } from './shells-page.ts';

const place = makePlace();
afterAll(() => {
  removePlace(place);
});

function lineOf({ shell, line, deny }: DifferenceExample): ShellLine {
  const mode = deny === undefined ? 'default' : 'bypass';
  return { shell, mode, deny: deny === undefined ? [] : [deny], command: line, isHarmless: false };
}

const isComplete = ['bwrap', 'zsh', 'dash', 'busybox', 'mksh'].every(isInstalled);

describe.skipIf(!isComplete)('what real shells do beside the verdict', () => {
  test.each([true, false])('every line of the corpus (shell named: %s)', (named) => {
    const lines = readShellLines(readFileSync(linesFile, 'utf8'));
    const wrong = lines
      .map((line) => runShellLine(line, { place, named }))
      .filter(({ outcome }) => outcome !== 'right');
    expect(wrong).toEqual([]);
    expect(lines.length).toBeGreaterThan(170);
  });

  test.each(differenceRows)('$id: the examples act', ({ examples }) => {
    for (const { shell, line } of examples) expect([line, actsIn(place, shell, line)]).toEqual([line, true]);
  });
});

describe('differences', () => {
  const examples = differenceRows.flatMap(({ id, examples: each }) =>
    each.map((example) => [id, example] as const),
  );

  test.each(examples)(
    '%s: allowed for bash, not for the shell that acts, nor for an unknown one',
    (_, example) => {
      const line = lineOf(example);
      expect(verdictOn({ ...line, shell: 'bash' }, { place, named: true })).toBe('allow');
      expect(verdictOn(line, { place, named: true })).not.toBe('allow');
      expect(verdictOn(line, { place, named: false })).not.toBe('allow');
    },
  );

  test.each(differenceRows)('$id: without its row an example is allowed', ({ row, examples: each }) => {
    const { shells } = row;
    row.shells = [];
    try {
      const verdicts = each.map((example) => verdictOn(lineOf(example), { place, named: true }));
      expect(verdicts).toContain('allow');
    } finally {
      row.shells = shells;
    }
  });

  test('the page shows every row', () => {
    expect(writtenShellsPage()).toBe(renderShellsPage());
  });
});

describe('the shell is a fact of the call', () => {
  const gate = createGate({ policy: {} });
  const decide = (command: string, shell?: string) =>
    gate.explain({ tool: 'Bash', input: { command }, ...(shell === undefined ? {} : { shell }) }).decision;

  it('names it in the receipt', async () => {
    expect(decide('ls', '/opt/homebrew/bin/zsh').receipt.shell).toBe('zsh');
    expect(decide('ls').receipt.shell).toBe('unknown');
    expect((await gate.check({ tool: 'Read', input: { file_path: 'a' } })).receipt.shell).toBeUndefined();
  });

  it.each(['fish', 'nu', 'cmd.exe', 'xonsh', 'csh', ''])('allows nothing by reading it for %s', (shell) => {
    expect(decide('ls', 'bash').verdict).toBe('allow');
    expect(decide('ls', shell).verdict).toBe('ask');
  });

  it.each(['pwsh', 'powershell.exe'])('reads a line for %s as PowerShell, not as a POSIX shell', (shell) => {
    expect(decide('ls', shell).verdict).toBe('allow');
    expect(decide('ls && & $x', shell).verdict).toBe('ask');
    expect(decide('cat a 2>/dev/null', shell).verdict).toBe('ask');
    expect(decide('[[ -f a ]]', shell).verdict).toBe('ask');
  });

  it('reads text inside of a command for the shell that runs it', () => {
    const allow = { allow: ['Bash(bash:*)', 'Bash(dash:*)', 'Bash(sh:*)', 'Bash(echo:*)', 'Bash([[:*)'] };
    const verdict = (command: string) =>
      createGate({ policy: allow }).explain({ tool: 'Bash', input: { command }, shell: 'bash' }).decision
        .verdict;
    expect(verdict(`bash -c '[[ b > PWN ]] && echo y'`)).toBe('allow');
    expect(verdict(`dash -c '[[ b > PWN ]] && echo y'`)).toBe('ask');
    expect(verdict(`sh -c '[[ b > PWN ]] && echo y'`)).toBe('ask');
  });

  it('denies a call whose shell is not a text', async () => {
    const call = { tool: 'Bash', input: { command: 'ls' }, shell: 5 } as unknown as ToolCall;
    expect((await gate.check(call)).verdict).toBe('deny');
  });
});
