import type { Gate } from '../gate/gate.ts';
import type { Catalogue } from './catalogue.ts';
import { objectAt, own, textAt, type JsonObject, type Message } from './protocol/message.ts';
import { isRecord } from '@permesso/engine/call';
import { requestNames } from './protocol/methods.ts';
import { toMessage } from './protocol/read-message.ts';
import type { MessageCounts } from './message-counts.ts';
import { toolName } from './to-call.ts';

export interface ShownTools {
  readonly server: string;
  readonly gate: Pick<Gate, 'visibleTools'>;
  readonly catalogue: Catalogue;
  readonly tally: MessageCounts;
}

/** The answer to `tools/list` without tools hidden from the model. Cursors and everything else are unchanged. */
export function showTools(answer: Message, { server, gate, catalogue, tally }: ShownTools): Message {
  const result = objectAt(answer.value, 'result');
  const tools = own(result, 'tools');
  if (!Array.isArray(tools)) return answer;
  const list: readonly unknown[] = tools;
  catalogue.learn(list);
  const names = list.map((tool) => (isRecord(tool) ? textAt(tool, 'name') : undefined));
  const full = names.flatMap((name) => (name === undefined ? [] : [toolName(server, name)]));
  const visible = new Set(gate.visibleTools(full));
  const shown = list.filter((tool, at) => {
    const name = names[at];
    // A tool without a name cannot be called.
    const isShown = name === undefined || (!requestNames.has(name) && visible.has(toolName(server, name)));
    if (name !== undefined) tally.listed(server, tool, isShown);
    return isShown;
  });
  if (shown.length === list.length) return answer;
  return toMessage({ ...answer.value, result: { ...result, tools: shown } });
}

export function isVisible(name: string, { server, gate }: Pick<ShownTools, 'server' | 'gate'>): boolean {
  return !requestNames.has(name) && gate.visibleTools([toolName(server, name)]).length > 0;
}

export function toolsIn(result: JsonObject): readonly unknown[] {
  const tools = own(result, 'tools');
  return Array.isArray(tools) ? tools : [];
}
