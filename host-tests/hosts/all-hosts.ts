import { codex } from './codex/codex.ts';
import type { RealHost } from './real-host.ts';

export const allHosts: readonly RealHost[] = [codex];
