import type { TriedCall } from '@permesso/protocol/console';
import { definedFields, messageOf, type ToolCall } from '@permesso/engine/call';
import { loadPolicy, type LoadedPolicy } from '@permesso/gate/gate';
import { type Layer, readMode } from '@permesso/engine/policy';
import { parsePolicyFile, printFileProblem } from '@permesso/engine/text';
import type { PlaceOptions } from '@permesso/gate/disk';
import { explainCall } from './explain-call.ts';
import { post, Refused, type RouteRequest, type Route } from '../route.ts';

export interface PlaygroundOptions extends PlaceOptions {
  readonly cwd: string;
}

/** Decides a call under any mode and policy, with everything that was considered. Runs nothing. */
export function playgroundRoutes(options: PlaygroundOptions): readonly Route[] {
  return [post('/api/try', (body) => tryCall(body, options))];
}

function tryCall(body: RouteRequest['body'], options: PlaygroundOptions): TriedCall {
  const mode = typeof body['mode'] === 'string' && body['mode'] !== '' ? readMode(body['mode']) : undefined;
  const { policy, frozen } = policyFor(body['policy'], options);
  return explainCall(callFrom(body, options.cwd), { policy, ...definedFields({ mode, frozen }) });
}

/** The policy files of this machine, or the page's text instead. */
function policyFor(text: unknown, options: PlaygroundOptions): Pick<LoadedPolicy, 'policy' | 'frozen'> {
  try {
    if (typeof text !== 'string' || text.trim() === '') return loadPolicy(options);
    const { layer, problems } = parsePolicyFile(text, { file: 'playground' });
    const [problem] = problems;
    if (problem !== undefined) throw new Refused(printFileProblem(problem));
    const own: Layer = { ...layer, layer: 'flags', root: options.cwd };
    return loadPolicy({ ...options, layers: [own], files: false });
  } catch (error) {
    throw error instanceof Refused ? error : new Refused(messageOf(error));
  }
}

function callFrom(body: RouteRequest['body'], cwd: string): ToolCall {
  const { tool, input } = body;
  if (typeof tool !== 'string' || tool === '') throw new Refused('Which tool?');
  if (typeof input !== 'object' || input === null || Array.isArray(input))
    throw new Refused('The input must be a JSON object.');
  return { tool, input: input as Record<string, unknown>, cwd };
}
