import type { Places } from './route-request.ts';
import { objectAt, own, textAt, type JsonObject } from './protocol/message.ts';
import { isRecord } from '@permesso/engine/call';

/** How many listed items are remembered. */
const mostPlaces = 50_000;

/** Learns from the servers' answers which of them has what. The first to claim a URI keeps it. */
export function servedPlaces(): Places & { readonly learn: (server: string, answer: JsonObject) => void } {
  const resources = new Map<string, string>();
  const templates: { readonly start: string; readonly server: string }[] = [];
  const tasks = new Map<string, string>();
  const listed = (result: JsonObject, name: string, member: string): readonly string[] => {
    const list = own(result, name);
    const entries: readonly unknown[] = Array.isArray(list) ? list : [];
    return entries.flatMap((entry) => (isRecord(entry) ? (textAt(entry, member) ?? []) : []));
  };
  return {
    resources,
    templates,
    tasks,
    learn: (server, answer) => {
      const result = objectAt(answer, 'result');
      for (const uri of listed(result, 'resources', 'uri'))
        if (!resources.has(uri) && resources.size < mostPlaces) resources.set(uri, server);
      for (const template of listed(result, 'resourceTemplates', 'uriTemplate')) {
        const start = template.slice(0, template.indexOf('{') === -1 ? undefined : template.indexOf('{'));
        const isNew = templates.every((one) => one.start !== start);
        if (isNew && templates.length < 1000) templates.push({ start, server });
      }
      const task = textAt(objectAt(result, 'task'), 'taskId');
      if (task !== undefined && !tasks.has(task) && tasks.size < mostPlaces) tasks.set(task, server);
    },
  };
}
