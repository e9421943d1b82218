import { defineTool } from '../define-tool.ts';
import type { Tool } from '../tool.ts';
import { agentToolEffect } from './agent-tool-effects.ts';
import { underSuspicion } from './under-suspicion.ts';

const undescribed = defineTool({ name: '' });

/** A tool without a description: files and hosts that its arguments seem to name count. */
export const unknownTool: Tool = {
  ...undescribed,
  read: (call, world) => {
    const [part] = undescribed.read(call, world);
    const effect = agentToolEffect(call.tool);
    const stated = effect === undefined ? part : { ...part, effects: [{ effect }] };
    return [underSuspicion(stated, { call, world })];
  },
};
