import { engineTools } from './engine-tools.ts';
import { hostTools } from './host-tools.ts';
import { teamTools } from './team-tools.ts';
import type { Tool } from './tool.ts';

/** In the order in which they are printed: by what they are about. */
export const tools: readonly Tool[] = [...engineTools, ...hostTools, ...teamTools];
