import type { RouteInput } from './route-input.ts';
import { Type, type Static, type TObject, type TSchema } from 'typebox';
import type { AgentCaller, Caller, PersonCaller, ScimCaller } from './caller.ts';
import { things, type Needs, type Thing } from './needs.ts';

/** Everybody, agents with their own key, an organisation's directory, or people with the needed role. */
export type RouteCallers = 'anyone' | 'agent' | 'scim' | Needs;

/** One endpoint as a row: the application, the OpenAPI document and the attack tests are all generated from these. */
export interface Route {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** `/v1/projects/{project}`. */
  readonly path: string;
  readonly summary: string;
  readonly who: RouteCallers;
  readonly params: TObject;
  readonly query: TObject;
  /** Undefined for a request without a body; `lines` for a body that is not JSON and that the route reads itself. */
  readonly body: TSchema | 'lines' | undefined;
  readonly mostBytes: number;
  /** Used by monitoring and exempt from rate limits, so it must cost next to nothing. */
  readonly isUnlimited?: true;
  readonly replies: Readonly<Record<number, TSchema | 'stream' | 'none'>>;
  readonly run: (asked: RouteInput) => Promise<Reply>;
}

export type Reply =
  | {
      readonly status: number;
      readonly json?: unknown;
      readonly text?: string | Uint8Array;
      readonly headers?: Headers;
    }
  | { readonly status: number; readonly stream: AsyncIterable<string>; readonly headers?: Headers };

type Headers = Readonly<Record<string, string>>;

export interface RouteSpec<P extends TObject, Q extends TObject, B extends TSchema> {
  readonly method: Route['method'];
  readonly path: string;
  readonly summary: string;
  readonly params?: P;
  readonly query?: Q;
  readonly body?: B | 'lines';
  readonly mostBytes?: number;
  readonly isUnlimited?: true;
  readonly replies: Route['replies'];
}

/** A request that was validated against its route's schemas. */
export interface TypedInput<
  C extends Caller,
  P extends TObject,
  Q extends TObject,
  B extends TSchema,
> extends RouteInput {
  readonly caller: C;
  readonly params: Static<P>;
  readonly query: Static<Q>;
  readonly body: Static<B>;
}

type Run<C extends Caller, P extends TObject, Q extends TObject, B extends TSchema> = (
  asked: TypedInput<C, P, Q, B>,
) => Promise<Reply>;

const none = Type.Object({}, { additionalProperties: false });

const usualBytes = 64 * 1024;

function rowOf<P extends TObject, Q extends TObject, B extends TSchema>(
  who: RouteCallers,
  spec: RouteSpec<P, Q, B>,
  run: Route['run'],
): Route {
  return {
    who,
    params: none,
    query: none,
    body: undefined,
    mostBytes: spec.body === undefined ? 0 : usualBytes,
    ...spec,
    run,
  };
}

/** For everybody, signed in or not. */
export function openRoute<P extends TObject, Q extends TObject, B extends TSchema>(
  spec: RouteSpec<P, Q, B>,
  run: Run<Caller, P, Q, B>,
): Route {
  // The application validates params, query and body with this row's schemas before it runs it.
  return rowOf('anyone', spec, (asked) => run(asked as TypedInput<Caller, P, Q, B>));
}

/** For an agent, authenticated by its own key. */
export function agentRoute<P extends TObject, Q extends TObject, B extends TSchema>(
  spec: RouteSpec<P, Q, B>,
  run: Run<AgentCaller, P, Q, B>,
): Route {
  return rowOf('agent', spec, (asked) => run(asked as TypedInput<AgentCaller, P, Q, B>));
}

/** For an organisation's directory, with a SCIM token. Errors use SCIM's format. */
export function scimRoute<P extends TObject, Q extends TObject, B extends TSchema>(
  spec: RouteSpec<P, Q, B>,
  run: Run<ScimCaller, P, Q, B>,
): Route {
  return rowOf('scim', spec, (asked) => run(asked as TypedInput<ScimCaller, P, Q, B>));
}

/** For people with the needed role in the right place: checked before the route runs. */
export function personRoute<P extends TObject, Q extends TObject, B extends TSchema>(
  needs: Needs,
  spec: RouteSpec<P, Q, B>,
  run: Run<PersonCaller, P, Q, B>,
): Route {
  const { scope } = needs;
  if (isThing(scope) && !requestFields(spec).includes(scope))
    throw new Error(
      `${spec.method} ${spec.path} needs a role in the project of the ${scope}, and names none`,
    );
  return rowOf(needs, spec, (asked) => run(asked as TypedInput<PersonCaller, P, Q, B>));
}

function isThing(scope: Needs['scope']): scope is Thing {
  return things.some((thing) => thing === scope);
}

function requestFields({ params, query, body }: RouteSpec<TObject, TObject, TSchema>): readonly string[] {
  return [params, query, body].flatMap((shape) =>
    typeof shape === 'object' && 'properties' in shape ? Object.keys(shape.properties as object) : [],
  );
}
