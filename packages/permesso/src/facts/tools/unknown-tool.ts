import { defineTool } from '../define-tool.ts';
import type { Tool } from '../tool.ts';

/** A tool nobody described: nothing is known about it, so nothing is assumed. */
export const unknownTool: Tool = defineTool({ name: '' });
