import { describe, expect, test } from 'vitest';
import type { ToolCall } from '../../call/tool-call.ts';
import { compilePolicy } from '../../policy/compile-policy.ts';
import type { Layer } from '../../policy/layer.ts';
import { fixedWorld } from '../../world/fixed-world.ts';
import { decisionInputOf } from '../compare/evaluate-policy.ts';
import { decide } from '../decide.ts';
import { explain } from './explain.ts';
import { toolboxOf, toolFor } from '../../facts/toolbox.ts';

const world = fixedWorld({ links: { '/home/dev/project/src/out': '/etc' } });

function why(layer: Layer, call: ToolCall): readonly string[] {
  const question = decisionInputOf(compilePolicy([layer]), call, { world });
  const decision = decide(question, toolFor(toolboxOf(), call));
  return explain(question, decision).parts.flatMap(({ rules }) =>
    rules.map((one) => `${one.match}: ${one.why}${one.inert === undefined ? '' : `, but ${one.inert}`}`),
  );
}

const bash = (command: string): ToolCall => ({ tool: 'Bash', input: { command } });
const read = (path: string): ToolCall => ({ tool: 'Read', input: { file_path: path } });

describe('why a rule does or does not speak about a part', () => {
  test.each<[Layer, ToolCall, string]>([
    [{ allow: ['Bash(git:*)'] }, bash('git push'), 'yes: covers all of it'],
    [{ deny: ['Bash(git:*)'] }, bash('git push'), 'yes: matches'],
    [{ allow: ['Bash(npm:*)'] }, bash('git push'), 'no: another command'],
    [{ allow: ['Bash(git pull:*)'] }, bash('git push'), 'no: not `pull`'],
    [{ allow: ['Bash(git push x)'] }, bash('git push'), 'no: `x` is missing'],
    [{ allow: ['Bash(git push)'] }, bash('git push x'), 'no: it has more words than the rule'],
    [
      { allow: ['Bash(find:*)'] },
      bash('find . -delete'),
      'no: the rule does not contain `-delete`: deletes what it finds',
    ],
    [{ allow: ['Bash(rm:*)'] }, bash('$X a'), 'no: the command is not known'],
    [{ deny: ['Bash(rm:*)'] }, bash('$X a'), 'may: may match: the command is not known (value of $X)'],
    [{ deny: ['Bash(rm -rf:*)'] }, bash('rm $X'), 'may: may match: a word is not known (value of $X)'],
    [{ allow: ['Bash(rm:*)'] }, read('src/a.ts'), 'no: the rule is about commands'],
    [{ allow: ['Read(lib/**)'] }, read('src/a.ts'), 'no: the path is not in lib/**'],
    [{ allow: ['Read(src/**)'] }, read('src/out/a.ts'), 'no: its links lead to /etc/a.ts'],
    [{ allow: ['Write(src/**)'] }, read('src/a.ts'), 'no: the rule is about changing files'],
    [{ allow: ['Grep(src/**)'] }, read('src/a.ts'), 'no: the rule is about the tool Grep'],
    [
      { deny: ['Read(src/x/*.pem)'] },
      { tool: 'Grep', input: { pattern: 'x', path: 'src/x' } },
      'may: may match: it covers everything below, so perhaps a file in src/x/*.pem',
    ],
    [
      { allow: ['WebFetch(domain:a.test)'] },
      { tool: 'WebFetch', input: { url: 'https://b.test' } },
      'no: another host, port or scheme',
    ],
    [{ allow: ['mcp__a__b'] }, { tool: 'mcp__a__c', input: {} }, 'no: another server or tool'],
    [{ allow: ['deploy'] }, { tool: 'refund', input: {} }, 'no: another tool'],
    [
      { allow: [{ rule: 'refund', when: { amount: { lt: 100 } } }] },
      { tool: 'refund', input: { amount: 150 } },
      'no: its condition does not hold: amount < 100',
    ],
    [
      { deny: [{ rule: 'Bash', expires: '1960-01-01' }] },
      bash('git push'),
      'yes: matches, but it has expired',
    ],
    [
      { layer: 'project', allow: ['Bash(git:*)'] },
      bash('git push'),
      'yes: covers all of it, but its layer is not trusted yet',
    ],
  ])('%j and %j: %s', (layer, call, expected) => {
    expect(why(layer, call)).toEqual([expected]);
  });
});
