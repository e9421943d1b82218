import type { HookHost } from '@permesso/gate/payloads';
import { openCodeHost } from '../opencode/hook.ts';

/** A fork of OpenCode that loads its plugins. */
export const kilo: HookHost = openCodeHost({ name: 'kilo', tools: [] });
