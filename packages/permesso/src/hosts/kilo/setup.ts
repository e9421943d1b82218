import type { HostSetup } from '../host-setup.ts';
import { openCodeSetup } from '../opencode/setup.ts';

export const kiloSetup: HostSetup = openCodeSetup({ name: 'kilo' });
