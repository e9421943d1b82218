import type { HookHost } from '@permesso/gate/payloads';
import { openCodeHost } from '../opencode/hook.ts';

/** Made from OpenCode, whose plugins it loads. */
export const kilo: HookHost = openCodeHost({ name: 'kilo', tools: [] });
