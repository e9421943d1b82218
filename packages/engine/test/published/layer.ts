import type { Layer } from '../../src/policy/layer.ts';

/** What a row says of a program decides: a verdict without the row would be another. */
export const layer: Layer = {
  deny: ['Effect(lose)', 'Effect(publish)'],
  ask: ['Effect(install)', 'Effect(remote-read)', 'Effect(machine)'],
};
