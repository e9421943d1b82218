import { describe, expect, test } from 'vitest';
import { fixedWorld } from '../../../world/fixed-world.ts';
import { shellParts } from '../effects/shell-parts.ts';
import { literalOf, type Word } from '../read/words/word.ts';
import { debuggedFiles } from './debugger-commands.ts';

function useOf(text: string): string | undefined {
  const words = text
    .split(' ')
    .map((word): Word => ({ kind: 'literal', text: word.replaceAll('_', ' '), span }));
  const files = debuggedFiles(words);
  return files && (files.length === 0 ? 'looks' : `runs ${files.map(literalOf).join(' ')}`);
}

const span = { start: 0, end: 0 };

describe('what a debugger is told in the call', () => {
  test.each([
    ['gdb -batch -ex bt ./app core', 'looks'],
    ['gdb -q --batch --ex thread_apply_all_bt_full -c core app', 'looks'],
    ['gdb-multiarch -batch -ex info_functions_main -ex ptype_struct_x a.elf', 'looks'],
    ['arm-none-eabi-gdb -nx -batch -eval-command=list_main a.elf', 'looks'],
    ['lldb -b -o bt -c core app', 'looks'],
    ['gdb -batch -ex run -ex bt --args ./app --x=1', 'runs ./app'],
    ['gdb-multiarch -batch -ex file_target/thumb/release/app -ex info_line_main', 'looks'],
    ['gdb -batch -ex file_/tmp/x -ex run', 'runs /tmp/x'],
    ['rust-lldb -b -o b_main -o run target/debug/app', 'runs target/debug/app'],
  ])('%s: %s', (text, use) => expect(useOf(text)).toBe(use));

  test.each([
    'gdb ./app',
    'gdb -batch -x a.gdb app',
    'gdb -batch -ex shell_id app',
    'gdb -batch -ex !id app',
    'gdb -batch -ex print_system(1) app',
    'gdb -batch -ex thread_apply_all_shell_id app',
    'gdb -batch -ex thread_apply_all_-q_python_x app',
    'gdb -batch -ex run_$(id) app',
    'gdb -batch -ex run_;id app',
    'gdb -batch -ex run_>/etc/x app',
    'gdb -batch -ex bt\nshell_id app',
    'gdb -batch -ex source_a.gdb app',
    'gdb -batch -ex list-x app',
    'gdb -batch -ex target_remote_evil.example:1 app',
    'gdb -batch -ex set_logging_file_x app',
    'gdb -batch -p 12 -ex bt',
    'gdb -batch -iex set_auto-load_safe-path_/ app',
    'lldb -b -o script_x app',
    'lldb -b -o frame_script_x app',
    'lldb -b -s a.lldb app',
    'dlv -ex bt',
  ])('%s is neither', (text) => expect(useOf(text)).toBeUndefined());

  test('it runs the program of the place where it runs', () => {
    const effects = (text: string): readonly string[] =>
      shellParts(text, fixedWorld({ links: { '/home/dev/project/link': '/tmp' } })).flatMap((part) =>
        (part.effects ?? []).map(({ effect }) => effect),
      );
    expect(effects("gdb -batch -ex run -ex 'thread apply all bt' ./app")).toEqual(['run']);
    for (const file of ['/tmp/x', '../x', '--args /tmp/x', '--exec=/tmp/x', 'link/x', "-ex 'file /tmp/x'"])
      expect([file, effects(`gdb -batch -ex run ${file}`)]).toEqual([
        file,
        expect.arrayContaining(['run-other']),
      ]);
    expect(effects('cd /tmp; gdb -batch -ex run ./app')).toContain('run-other');
    expect(effects('cp x app; gdb -batch -ex run ./app')).toContain('run-other');
    expect(effects('LD_PRELOAD=./x gdb -batch -ex bt ./app')).toContain('run-other');
  });
});
