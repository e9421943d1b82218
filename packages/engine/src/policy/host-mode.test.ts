import { expect, test } from 'vitest';
import { compilePolicy } from './compile-policy.ts';
import { modeUnderHost } from './host-mode.ts';
import type { Layer } from './layer.ts';
import type { Mode } from './mode-name.ts';

const under = (layers: readonly Layer[], said: string | undefined): Mode =>
  modeUnderHost(compilePolicy(layers), said);

test.each<[mode: Mode, said: string | undefined, used: Mode]>([
  ['default', undefined, 'default'],
  ['default', 'default', 'default'],
  ['default', 'acceptEdits', 'default'],
  ['default', 'bypassPermissions', 'default'],
  ['default', 'yolo', 'default'],
  ['default', 'auto', 'default'],
  ['default', 'no-such-mode', 'default'],
  ['default', 'plan', 'default'],
  ['default', 'dontAsk', 'dontAsk'],
  ['acceptEdits', 'default', 'acceptEdits'],
  ['acceptEdits', 'plan', 'default'],
  ['acceptEdits', 'dontAsk', 'dontAsk'],
  ['explore', 'dontAsk', 'explore'],
  ['explore', 'acceptEdits', 'explore'],
  ['dontAsk', 'plan', 'dontAsk'],
  ['dontAsk', 'acceptEdits', 'dontAsk'],
  ['bypass', 'plan', 'default'],
  ['bypass', 'dontAsk', 'dontAsk'],
])('%s, and the program says %s: %s', (mode, said, used) => {
  expect(under([{ layer: 'user', mode }], said)).toBe(used);
});

test.each(['user', 'managed'] as const)('the %s layer may let acceptEdits count', (layer) => {
  const listed: Layer = { layer, hostModes: ['acceptEdits'] };
  expect(under([listed], 'acceptEdits')).toBe('acceptEdits');
  expect(under([listed], 'auto-edit')).toBe('acceptEdits');
  expect(under([listed], 'bypassPermissions')).toBe('default');
  expect(under([{ ...listed, mode: 'explore' }], 'acceptEdits')).toBe('explore');
});

test.each(['project', 'local', 'team', 'flags'] as const)('the %s layer may not, and is told', (layer) => {
  const policy = compilePolicy([{ layer, trusted: true, hostModes: ['acceptEdits'] }]);
  expect(modeUnderHost(policy, 'acceptEdits')).toBe('default');
  expect(policy.problems).toMatchObject([{ text: 'hostModes', message: expect.stringContaining(layer) }]);
});

test('a managed list counts instead of the person’s', () => {
  const own: Layer = { layer: 'user', hostModes: ['acceptEdits'] };
  expect(under([own, { layer: 'managed', hostModes: [] }], 'acceptEdits')).toBe('default');
  expect(under([own, { layer: 'managed', restrict: { modes: ['default'] } }], 'acceptEdits')).toBe('default');
});

test('bypass cannot be listed', () => {
  const policy = compilePolicy([{ layer: 'user', hostModes: ['bypass', 'yolo', 'dontAsk'] }]);
  expect(policy.problems).toHaveLength(3);
  expect(modeUnderHost(policy, 'bypassPermissions')).toBe('default');
});
