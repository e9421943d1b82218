import type { ToolCall } from './tool-call.ts';
import { absoluteDirectory } from './absolute-directory.ts';
import { isRecord } from './is-record.ts';
import { isSameSpace, ownerProblem } from './owner.ts';
import { ownerOf, principalProblem } from './principal.ts';

/** Turns any value from a host or a careless caller into a call, or says what is wrong with it. */
export function readCall(value: unknown): ToolCall | { readonly malformed: string } {
  if (typeof value !== 'object' || value === null) return { malformed: 'the call is not an object' };
  const call = value as { readonly [K in keyof ToolCall]?: unknown };
  const cwd = typeof call.cwd === 'string' ? absoluteDirectory(call.cwd) : undefined;
  const malformed = fieldProblem(call, cwd);
  if (malformed !== undefined) return { malformed };
  const named = namedCall(value as ToolCall);
  return 'malformed' in named || cwd === undefined || cwd === named.cwd ? named : { ...named, cwd };
}

function fieldProblem(
  call: { readonly [K in keyof ToolCall]?: unknown },
  cwd: string | undefined,
): string | undefined {
  if (typeof call.tool !== 'string' || call.tool === '') return 'the call names no tool';
  if (!isRecord(call.input)) return 'the input is not an object';
  for (const field of ['cwd', 'session', 'host', 'shell'] as const)
    if (call[field] !== undefined && typeof call[field] !== 'string') return `\`${field}\` is not a text`;
  if (call.cwd !== undefined && cwd === undefined) return '`cwd` is not an absolute path';
  if (call.agent !== undefined && !isAgent(call.agent)) return '`agent` has no name';
  return call.mcp !== undefined && !isMcp(call.mcp) ? '`mcp` needs a server and a tool' : undefined;
}

const callKeys: Readonly<Record<keyof ToolCall, true>> = {
  tool: true,
  input: true,
  cwd: true,
  agent: true,
  session: true,
  owner: true,
  principal: true,
  host: true,
  mcp: true,
  shell: true,
};

/** A misspelled `principal` would make the call ownerless, in the space that all tenants share. */
function namedCall(call: ToolCall): ToolCall | { readonly malformed: string } {
  const unknown = Object.keys(call).find((name) => !Object.hasOwn(callKeys, name));
  if (unknown === undefined) return principalCall(call);
  return { malformed: `a call has no key \`${unknown}\`; there are ${Object.keys(callKeys).join(', ')}` };
}

/** The principal is the owner. If both were given, grants of one would apply to the other. */
function principalCall(call: ToolCall): ToolCall | { readonly malformed: string } {
  const { principal } = call;
  if (principal === undefined) return ownedCall(call);
  const problem = principalProblem(principal);
  if (problem !== undefined) return { malformed: problem };
  const owner = ownerOf(principal);
  if (call.owner === undefined) return ownedCall(owner === undefined ? call : { ...call, owner });
  const isOther =
    !isSameSpace(call.owner, owner) || (owner?.session !== undefined && call.owner.session !== owner.session);
  return isOther ? { malformed: '`owner` and `principal` name different people' } : ownedCall(call);
}

/** The session of the owner is the session of the call. */
function ownedCall(call: ToolCall): ToolCall | { readonly malformed: string } {
  if (call.owner === undefined) return call;
  const problem = ownerProblem(call.owner);
  if (problem !== undefined) return { malformed: problem };
  const { session } = call.owner;
  if (session === undefined || call.session === session) return call;
  // With two sessions, grants of one would count in the other.
  return call.session === undefined
    ? { ...call, session }
    : { malformed: '`session` is not the session of the `owner`' };
}

function isAgent(value: unknown): boolean {
  if (!isRecord(value) || typeof value['name'] !== 'string') return false;
  const parents = value['parents'];
  return (
    parents === undefined || (Array.isArray(parents) && parents.every((parent) => typeof parent === 'string'))
  );
}

function isMcp(value: unknown): boolean {
  if (!isRecord(value) || typeof value['server'] !== 'string' || typeof value['tool'] !== 'string')
    return false;
  if (!isOptionalText(value['pin']) || !isOptionalText(value['package'])) return false;
  const { places } = value;
  if (places !== undefined && !(isRecord(places) && Object.values(places).every(isOptionalTexts)))
    return false;
  const { roots } = value;
  return (
    isOptionalTexts(roots) &&
    (roots === undefined || roots.every((root) => absoluteDirectory(root) !== undefined))
  );
}

function isOptionalText(value: unknown): value is string | undefined {
  return value === undefined || typeof value === 'string';
}

function isOptionalTexts(value: unknown): value is readonly string[] | undefined {
  return value === undefined || (Array.isArray(value) && value.every((item) => typeof item === 'string'));
}
