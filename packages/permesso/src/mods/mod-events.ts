/**
 * Claude Code events with which a mod only draws, rewords or watches. Any other event may decide about a tool call,
 * answer in place of a hook or a person, or change the settings that name our hook; unknown events count among these.
 */
const harmless =
  /^(?:(?:ui|theme|prompt|session|turn|command|skill|attribution|telemetry|audio|agent|store|state|clock)\.[\w*]+|tool\.(?:describe|list))$/;

/** Calls with which a mod changes the environment or settings that our hook is started with. */
const steeringCalls = ['env.set', 'config.set'];

export interface ModUses {
  /** Patterns of `on(...)`, as written. */
  readonly events: readonly string[];
  /** Calls on `$`, as `noun.method`. */
  readonly calls: readonly string[];
}

/** The uses of a mod that may change a permission. */
export function permissionUses({ events, calls }: ModUses): readonly string[] {
  return [
    ...events.filter((event) => !harmless.test(event)),
    ...calls.filter((call) => steeringCalls.includes(call)).map((call) => `$.${call}`),
  ];
}

/** The same as source text, for the guard, which runs inside Claude Code and imports nothing. */
export const permissionUsesText: string = `const harmless = ${String(harmless)};
const steeringCalls = ${JSON.stringify(steeringCalls)};
const permissionUses = ({ events, calls }) => [
  ...events.filter((event) => !harmless.test(event)),
  ...calls.filter((call) => steeringCalls.includes(call)).map((call) => '$.' + call),
];
`;

/**
 * Reads a mod's source as Claude Code does: a module that spells \`on\` or \`$\` differently is not loaded, so
 * anything not found here is not used.
 */
export function usesIn(source: string): ModUses {
  return {
    events: namesIn(source, /\bon\s*\(\s*(['"`])([^'"`\n]+)\1/g),
    calls: [...new Set(Array.from(source.matchAll(/\$\.(\w+\.\w+)\s*\(/g), ([, call = '']) => call))],
  };
}

function namesIn(source: string, pattern: RegExp): readonly string[] {
  return [...new Set(Array.from(source.matchAll(pattern), ([, , name = '']) => name))];
}
