import { openCodeFamily } from '../opencode/opencode.ts';
import type { RealHost } from '../real-host.ts';

export const kilo: RealHost = {
  ...openCodeFamily({
    name: 'kilo',
    title: 'Kilo',
    program: `@kilocode/cli-linux-${process.arch}/bin/kilo`,
  }),
};
