import { afterEach, describe, expect, test, vi } from 'vitest';
import { type Layer, PolicyError } from '@permesso/engine/policy';
import { createGate } from '../src/gate/gate.ts';
import { layerFromData } from '../src/gate/data/layer-from-data.ts';

const base: Layer = { unlisted: 'deny', allow: ['read_order'], deny: ['delete_account'] };
const call = (tool: string) => ({ tool, input: {} });

afterEach(() => void vi.unstubAllEnvs());

describe('Finding 26: a policy that is data never says how far it is trusted', () => {
  test.each<[string, object]>([
    ['a mode', { mode: 'bypass' }],
    ['trust', { trusted: true }],
    ['a layer', { layer: 'managed' }],
    ['checks', { checks: { x: { authzen: 'http://127.0.0.1:1', tokenFrom: 'DATABASE_URL' } } }],
    ['restrictions', { restrict: { modes: ['bypass'] } }],
    ['that nothing is enforced', { enforce: false }],
    ['a sandbox', { sandbox: 'off' }],
    ['modes of hosts', { hostModes: ['bypass'] }],
    ['directories', { workingDirectories: ['/'] }],
    ['descriptions of tools', { tools: { describe: [] } }],
    ['a file', { file: '/etc/permesso/policy.yaml' }],
    ['a root', { root: '/' }],
    ['offline', { offline: 'ask' }],
    ['`unlisted: ask`', { unlisted: 'ask' }],
    ['a rule that leaves the sandbox', { allow: [{ rule: 'Bash', unsandboxed: true }] }],
    ['a rule for sub-agents', { allow: [{ rule: 'x', delegated: true }] }],
    ['a rule that only observes', { deny: [{ rule: 'x', enforce: false }] }],
    ['a check', { deny: [{ rule: 'x', check: 'y' }] }],
    ['a misspelt key', { alow: ['x'] }],
  ])('%s is refused', (_name, row) => {
    for (const allows of [false, true])
      expect(() => layerFromData(JSON.parse(JSON.stringify(row)), { allows })).toThrow(PolicyError);
  });

  test.each([null, 'allow', 5, [], undefined])('%j is refused', (row) => {
    expect(() => createGate({ policy: [base, layerFromData(row)] })).toThrow(PolicyError);
  });

  test('its allow rules count only where the program says so, and never against a deny', () => {
    const row: unknown = JSON.parse('{"allow":["refund","delete_account","*"],"deny":["read_order"]}');
    const verdicts = (allows: boolean) => {
      const gate = createGate({ policy: [base, layerFromData(row, { allows })] });
      return ['refund', 'delete_account', 'read_order'].map(
        (tool) => gate.explain(call(tool)).decision.verdict,
      );
    };
    expect(verdicts(false)).toEqual(['deny', 'deny', 'deny']);
    expect(verdicts(true)).toEqual(['allow', 'deny', 'deny']);
  });

  test('a broken rule in it is an error, and the policy before stays', async () => {
    const gate = createGate({ policy: [base] });
    expect(() => gate.setPolicy([base, layerFromData({ deny: ['refund('] })])).toThrow(PolicyError);
    expect((await gate.check(call('read_order'))).verdict).toBe('allow');
  });

  test.each<[string, Layer]>([
    ['trust', { layer: 'project', trusted: true, allow: ['*'] }],
    [
      'the environment of the program',
      { checks: { x: { authzen: 'http://127.0.0.1:1', tokenFrom: 'DATABASE_URL' } } },
    ],
    ['the mode of all layers', { mode: 'bypass' }],
    ['the mode of all layers by another name', { mode: 'bypassPermissions' }],
  ])('handed over as it is, a row that takes %s is refused', (_name, row) => {
    vi.stubEnv('DATABASE_URL', 'postgres://app:s3cret@db/app');
    const gate = createGate({ policy: base });
    expect(() => createGate({ policy: [base, row] })).toThrow(PolicyError);
    expect(() => gate.setPolicy([base, row])).toThrow(PolicyError);
  });

  test('a key that JSON cannot write is needed for trust', () => {
    const row: unknown = JSON.parse('{"layer":"project","allow":["refund"],"Symbol(trusted)":true}');
    expect(() => createGate({ policy: [base, row as Layer] })).toThrow(PolicyError);
  });
});
