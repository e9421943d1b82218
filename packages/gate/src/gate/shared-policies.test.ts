import { describe, expect, test } from 'vitest';
import { compileCode, type Layer } from '@permesso/engine/policy';
import { fixedWorld } from '@permesso/engine/world';
import { codePolicy } from './policy-source.ts';
import { sharedPolicy } from './shared-policies.ts';

const rules = (): Layer => ({
  allow: ['Read', 'Bash(npm run:*)'],
  deny: ['Read(**/.env*)'],
  ask: ['WebFetch'],
});

describe('policies in code', () => {
  test('that say the same are one, and as if each were compiled', () => {
    const one = sharedPolicy([rules()]);
    expect(sharedPolicy([rules()])).toBe(one);
    expect(one).toStrictEqual(compileCode([rules()]));
  });

  test.each<[string, readonly Layer[]]>([
    ['another verdict', [{ ...rules(), allow: ['Read'] }]],
    ['another order of layers', [{ deny: ['WebFetch'] }, rules()]],
    ['another layer', [{ ...rules(), layer: 'project' }]],
    ['another root', [{ ...rules(), root: '/srv' }]],
    ['a condition', [{ ...rules(), ask: [{ rule: 'pay', when: { amount: { gt: 0 } } }] }]],
    ['another condition', [{ ...rules(), ask: [{ rule: 'pay', when: { amount: { gt: 1 } } }] }]],
  ])('%s: another policy', (_name, layers) => {
    expect(sharedPolicy(layers)).not.toBe(sharedPolicy([rules()]));
    expect(sharedPolicy(layers)).toStrictEqual(compileCode(layers));
  });

  test('that JSON cannot tell apart are not shared', () => {
    const zero = (value: number): readonly Layer[] => [
      { ask: [{ rule: 'pay', when: { amount: { gt: value } } }] },
    ];
    expect(sharedPolicy(zero(-0))).not.toBe(sharedPolicy(zero(0)));
    expect(sharedPolicy(zero(-0))).not.toBe(sharedPolicy(zero(-0)));
  });

  test('broken ones throw each time', () => {
    for (let round = 0; round < 2; round++) expect(() => sharedPolicy([{ allow: ['bash'] }])).toThrow('bash');
  });

  test('changed after the gate was made change nothing', () => {
    const layer = { allow: ['Read'], deny: ['Write'] };
    const source = codePolicy(layer);
    layer.deny.pop();
    expect(source.policyFor({}, fixedWorld()).policy.rules.map(({ text }) => text)).toEqual([
      'Read',
      'Write',
    ]);
  });
});

describe('links in paths of rules', () => {
  const layers: readonly Layer[] = [
    { deny: ['Read(//data/**)', 'Bash(rm:*)'], allow: ['Read(//data/x)'], ask: ['Write(//tmp/**)'] },
  ];
  const linked = fixedWorld({ links: { '/data': '/mnt/disk' } });

  test('are followed at the first call, as if the policy had been compiled there', () => {
    const source = codePolicy(layers);
    expect(source.policyFor({}, linked).policy).toStrictEqual(compileCode(layers, { world: linked }));
    expect(source.policyFor({}, linked).policy).not.toStrictEqual(compileCode(layers));
  });

  test('where there are none the policy stays the same object: nothing is compiled again', () => {
    const source = codePolicy(layers);
    expect(source.policyFor({}, fixedWorld()).policy).toBe(sharedPolicy(layers));
  });
});
