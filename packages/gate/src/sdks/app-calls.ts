import { randomUUID } from 'node:crypto';
import { definedFields, type Principal } from '@permesso/engine/call';
import type { Gate } from '../gate/gate.ts';
import {
  callOf,
  declareTools,
  gateFor,
  ruleName,
  viewOf,
  type Caller,
  type GateFor,
  type PrincipalFor,
} from './app-tools.ts';
import {
  suspendedCalls,
  type HostCall,
  type SuspendedCalls,
  type SuspensionOptions,
} from './suspended-calls.ts';

/** Read as a principal, and an invalid one. */
const noPrincipal = null as unknown as Principal;

/** What else is known about some of the tools. */
export type NamedTools = Omit<Caller, 'session' | 'principal'>;

/** Whose calls these are and how people are asked; `C` is the context that an app passes along with a run. */
export interface AppOptions<C> extends SuspensionOptions, NamedTools {
  /** Whose calls these are, or how to find that in the context of a run. */
  readonly principal?: PrincipalFor<C>;
  /** The conversation, or how to find it in the context of a run. */
  readonly session?: string | ((context: C) => string | undefined);
}

interface AppToolCall<C> {
  readonly id: string | undefined;
  readonly tool: string;
  readonly input: unknown;
  readonly context: C;
  /** The SDK's own conversation, if the app names none. */
  readonly thread?: unknown;
  readonly more?: NamedTools | undefined;
}

/** The calls of an app whose SDK suspends its runs. */
export interface AppCalls<C> {
  readonly calls: SuspendedCalls;
  readonly at: (toolCall: AppToolCall<C>) => HostCall;
  /** Whether a run shows a tool to its model. */
  readonly visibleIn: (context: C) => Promise<(tool: string, more?: NamedTools) => boolean>;
  readonly declare: (tools: readonly string[], more?: NamedTools) => void;
}

export function appCalls<C>(host: string, gate: GateFor<C>, options: AppOptions<C>): AppCalls<C> {
  const { session, principal, ...own } = options;
  // A gate found per run is not asked where approvals are kept.
  const one: Gate | undefined = typeof gate === 'function' ? undefined : gate;
  const kept = definedFields({ approvals: one?.stores.approvals });
  return {
    calls: suspendedCalls({ ...kept, ...options }, viewOf(options), one),
    at: ({ id = randomUUID(), tool, input, context, thread, more }) => ({
      id,
      call: callOf({
        ...own,
        ...more,
        host,
        tool,
        input,
        ...definedFields({
          session:
            typeof session === 'function'
              ? session(context)
              : (session ?? (typeof thread === 'string' ? thread : undefined)),
          // Checked where the call is read: an invalid principal is a deny, and a run without one would share its space with all others.
          principal: typeof principal === 'function' ? (principal(context) ?? noPrincipal) : principal,
        }),
      }),
      gate: () => gateFor(gate, context),
      editable: true,
    }),
    visibleIn: async (context) => {
      const { visibleTools } = await gateFor(gate, context);
      return (tool, more) => visibleTools([ruleName(tool, { ...own, ...more })]).length > 0;
    },
    declare: (tools, more) =>
      declareTools(
        gate,
        tools.map((tool) => ruleName(tool, { ...own, ...more })),
      ),
  };
}
