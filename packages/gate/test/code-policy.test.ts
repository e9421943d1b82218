import { describe, expect, test } from 'vitest';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { aiSdk } from '../src/sdks/ai-sdk/ai-sdk.ts';
import { guard } from '../src/sdks/guard/guard.ts';
import { createGate, type GateOptions, type PolicyInput } from '../src/gate/gate.ts';
import { compilePolicy, fromKindRules, type Layer, PolicyError } from '@permesso/engine/policy';
import { createPolicyGate } from '../src/gate/policy-gate.ts';

/** Every way to break a policy, with the fix that the message must hold. */
const broken: readonly (readonly [name: string, layer: unknown, fix: RegExp])[] = [
  [
    'an operator',
    { allow: [{ rule: 'pay', when: { amount: { lt5: 50 } } }] },
    /allow rule `pay`.*did you mean `lt`\?/,
  ],
  [
    'an operator unlike any',
    { allow: [{ rule: 'pay', when: { amount: { between: 50 } } }] },
    /there is no test `between`.*use one of equals/,
  ],
  ['a tool in small letters', { allow: ['bash'] }, /allow rule `bash`.*write Bash/],
  ['a parenthesis', { allow: ['pay('] }, /allow rule `pay\(`.*parenthesis/],
  ['a rule without its text', { allow: [{ rules: 'pay' }] }, /a rule needs a text \(write \{ rule:/],
  ['a key of a rule', { allow: [{ rule: 'pay', wen: {} }] }, /there is no key `wen` \(did you mean `when`\?/],
  ['an empty condition', { allow: [{ rule: 'pay', when: {} }] }, /`when` holds no condition/],
  ['a time', { allow: [{ rule: 'pay', expires: 'soon' }] }, /allow rule `pay`/],
  ['an expression', { allow: [{ rule: 'pay', when: { a: { matches: '(' } } }] }, /allow rule `pay`/],
  ['an ask', { ask: ['bash'] }, /ask rule `bash`/],
  ['a deny', { deny: ['bash'] }, /deny rule `bash`/],
  ['a key', { alow: ['pay'] }, /^key `alow`: there is no such key \(did you mean `allow`\?\)$/],
  [
    'a mode',
    { mode: 'acceptedits2' },
    /^mode `acceptedits2`: there is no mode `acceptedits2` \(did you mean `acceptEdits`\?\)$/,
  ],
  ['a policy that is a list of texts', ['pay'], /^policy: it is not an object \(write \{ allow:/],
  ['nothing', undefined, /a gate needs a policy: write createGate\(\{ policy: \{/],
];

describe.each(broken)('%s', (_name, policy, fix) => {
  const given = policy as PolicyInput;

  test('createGate throws, with the fix', () => {
    expect(() => createGate({ policy: given })).toThrow(fix);
  });

  test('setPolicy throws, and the policy before it still decides', async () => {
    const gate = createGate({ policy: { deny: ['pay'] } });
    expect(() => gate.setPolicy(given)).toThrow(fix);
    expect((await gate.check({ tool: 'pay', input: {} })).verdict).toBe('deny');
  });

  test.skipIf(policy === undefined)('createPolicyGate throws for its own layers', () => {
    const layers = (Array.isArray(policy) ? policy : [policy]) as Layer[];
    expect(() => createPolicyGate({ files: false, layers })).toThrow(fix);
  });

  test('guard cannot be reached without a gate', () => {
    expect(() => guard(createGate({ policy: given }), { tool: 'pay' }, () => 1)).toThrow(fix);
    expect(() => guard(given as never, { tool: 'pay' }, () => 1)).toThrow(/guard needs a gate first/);
  });
});

test('what was compiled in code with a broken allow is refused as well', () => {
  const compiled = compilePolicy([{ allow: ['bash'] }]);
  expect(compiled.problems).toHaveLength(1);
  expect(() => createGate({ policy: compiled })).toThrow(PolicyError);
});

test('a broken allow in a file is reported and left out', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'permesso-code-policy-'));
  try {
    const file = join(folder, 'policy.yaml');
    writeFileSync(file, 'allow: [bash, pay]\n');
    const gate = createPolicyGate({ files: false, policyFiles: [file] });
    expect((await gate.check({ tool: 'pay', input: {} })).verdict).toBe('allow');
    const layer: Layer = { file, allow: ['bash', 'pay'] };
    expect(createGate({ policy: layer }).problems).toMatchObject([{ text: 'bash', file }]);
  } finally {
    rmSync(folder, { recursive: true, force: true, maxRetries: 20 });
  }
});

test.each<[string, () => unknown, RegExp]>([
  [
    'a misspelt option',
    () => createGate({ policy: {}, aprover: () => 1 } as unknown as GateOptions),
    /createGate has no option `aprover` \(did you mean `approver`\?\)/,
  ],
  [
    'an option of guard',
    () => guard(createGate({ policy: {} }), { tool: 'x', sesion: 's' } as never, () => 1),
    /did you mean `session`\?/,
  ],
  [
    'a mode as an option',
    () => createGate({ policy: {}, mode: 'bypas' as never }),
    /there is no mode `bypas` \(did you mean `bypass`\?\)/,
  ],
  [
    'an event',
    () => createGate({ policy: {} }).on('ran' as never, () => undefined),
    /there is no event `ran`.*decided/,
  ],
  ['one layer for compilePolicy', () => compilePolicy({} as never), /compilePolicy\(\[layer\]\)/],
  [
    'kind rules',
    () => fromKindRules({ default: 'maybe' as never }),
    /^key `default`: it needs allow or deny$/,
  ],
])('%s is refused with the fix', (_name, make, fix) => {
  expect(make).toThrow(fix);
});

describe('problems', () => {
  const policyOf = (layer: Layer): readonly string[] => {
    const gate = createGate({ policy: layer });
    expect(gate.problems).toEqual([]);
    aiSdk(gate, { named: { run: 'Bash' } }).guardTools({ refund: {}, run: {}, mail: {} });
    return gate.problems.map(({ text, fix }) => `${text}: ${fix ?? ''}`);
  };

  test.each<[string, Layer, readonly string[]]>([
    [
      'names that there are',
      { deny: ['refund', 'Bash(rm:*)', 'Read', 'mail*', '*'], tools: { hidden: ['mail', 're*'] } },
      [],
    ],
    ['a deny that denies nothing', { deny: ['refnd'] }, ['refnd: did you mean `refund`?']],
    ['an allow that allows nothing', { allow: ['mial'] }, ['mial: did you mean `mail`?']],
    [
      'a hidden tool by its name in the app',
      { tools: { hidden: ['run'] } },
      ['run: there are refund, Bash, mail'],
    ],
    [
      'a hidden tool that is not there',
      { tools: { hidden: ['vault*'] } },
      ['vault*: there are refund, Bash, mail'],
    ],
    ['a file, which is written for many programs', { file: 'p.yaml', deny: ['other'] }, []],
  ])('%s', (_name, layer, expected) => {
    expect(policyOf(layer)).toEqual(expected);
  });
});
