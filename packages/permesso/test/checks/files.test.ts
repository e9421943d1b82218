import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { lintLoaded } from '../../src/review/lint-files.ts';
import { createPolicyGate, loadPolicy } from '@permesso/gate/policy';
import { snippetsOf } from '../markdown.ts';
import { runNode } from '../packed.ts';
import { makeMachine, type Machine } from '../../../gate/test/policy-files/machine.ts';
import { serveOpa, type Service } from '../../../gate/test/checks/services.ts';

let opa: Service;
beforeAll(async () => {
  opa = await serveOpa();
});
afterAll(() => opa.close());

const rule = '{ rule: refund, check: opa }';
const verdictOf = async (machine: Machine, amount: number): Promise<string> => {
  const gate = createPolicyGate({ ...machine.options, cwd: machine.path('p') });
  return (await gate.authorize({ tool: 'refund', input: { amount }, cwd: machine.path('p') })).verdict;
};
const lint = (machine: Machine): readonly string[] =>
  lintLoaded(() => loadPolicy({ ...machine.options, cwd: machine.path('p') }), machine.path('p')).map(
    ({ severity, message }) => `${severity}: ${message}`,
  );

test("a user's policy file has calls checked", async () => {
  using machine = makeMachine();
  machine.write('p/x', '');
  machine.write(
    '.config/permesso/policy.yaml',
    `allow: [refund]\ndeny: [${rule}]\nchecks: { opa: { opa: '${opa.url}' } }`,
  );
  expect([await verdictOf(machine, 50), await verdictOf(machine, 51)]).toEqual(['allow', 'deny']);
  expect(lint(machine)).toEqual([]);
});

test("a project's key is an error of lint, is sent to nobody, and its rule holds for every call", async () => {
  using machine = makeMachine();
  machine.git('p', 'init', '-q');
  machine.write('.config/permesso/policy.yaml', `allow: [refund]\nchecks: { opa: { opa: '${opa.url}' } }`);
  machine.write('p/.permesso/policy.yaml', `deny: [${rule}]\nchecks: { opa: { opa: '${opa.url}' } }`);
  const before = opa.bodies.length;
  expect(await verdictOf(machine, 50)).toBe('deny');
  expect(opa.bodies).toHaveLength(before);
  expect(lint(machine)).toEqual(
    expect.arrayContaining([
      'error: `check` does not count in the project layer: the rule holds for every call',
      'error: `checks` does not count in the project layer',
    ]),
  );
});

test('a check that nobody defines is warned of, and the rule holds', async () => {
  using machine = makeMachine();
  machine.write('p/x', '');
  machine.write('.config/permesso/policy.yaml', `allow: [refund]\ndeny: [${rule}]`);
  expect(await verdictOf(machine, 50)).toBe('deny');
  expect(lint(machine)).toEqual([
    expect.stringContaining('warning: no policy of this or a stronger layer defines'),
  ]);
});

test.each([
  ['{ opa: { opa: ftp://x } }', 'its address is not an http or https URL'],
  ['{ opa: { opa: http://x, authzen: http://x } }', 'either `authzen` or `opa`'],
  ['{ opa: { opa: http://x, timout: 5 } }', 'there is no key `timout`'],
  ['{ opa: { opa: http://x, timeout: 0 } }', '`timeout` is not a number'],
  ['{ opa: { opa: http://me:word@x } }', 'its address is not an http or https URL'],
])('checks: %s is refused', (text, message) => {
  using machine = makeMachine();
  machine.write('p/x', '');
  machine.write('.config/permesso/policy.yaml', `checks: ${text}`);
  expect(() => loadPolicy({ ...machine.options, cwd: machine.path('p') })).toThrow(message);
});

test('the program on the page prints what stands beneath it', async () => {
  using machine = makeMachine();
  const page = await readFile(join(import.meta.dirname, '../../../../docs/limits.md'), 'utf8');
  const door = pathToFileURL(join(import.meta.dirname, '../../../gate/src/index.ts')).href;
  for (const { code, prints } of snippetsOf(page, 'js')) {
    machine.write('program.mjs', code.replaceAll("from '@permesso/gate'", `from '${door}'`));
    expect(await runNode(machine.home, 'program.mjs')).toBe(prints);
  }
});
