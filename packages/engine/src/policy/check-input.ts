import { layerNames, type LayerName } from './rules/rule.ts';

/** A service that checks calls, as written under `checks`. */
export interface CheckInput {
  /** The access evaluation endpoint of an AuthZEN 1.0 service. */
  readonly authzen?: string;
  /** A document of OPA's data API whose value says whether a call is permitted. */
  readonly opa?: string;
  /** Milliseconds until the service counts as unreachable. */
  readonly timeout?: number;
  /** The environment variable that holds its bearer token. */
  readonly tokenFrom?: string;
  /** Allows plain HTTP, although the service is on another machine. */
  readonly plainHttp?: boolean;
}

export interface GivenCheck extends CheckInput {
  readonly name: string;
  readonly layer: LayerName;
}

const layersWithChecks: ReadonlySet<LayerName> = new Set<LayerName>(['managed', 'team', 'flags', 'user']);

/** A repository must not choose who is told about calls, nor who permits them. */
export function mayCheck(layer: LayerName): boolean {
  return layersWithChecks.has(layer);
}

/**
 * Finds the service for a name in a rule: in the rule's own layer or a layer above. A check in a managed policy is never served
 * by a lower layer's service of the same name.
 */
export function checkFor(
  checks: readonly GivenCheck[],
  { name, layer }: { readonly name: string; readonly layer: LayerName },
): GivenCheck | undefined {
  const rank = (of: LayerName): number => layerNames.indexOf(of);
  return checks
    .filter((check) => check.name === name && rank(check.layer) <= rank(layer))
    .toSorted((a, b) => rank(a.layer) - rank(b.layer))[0];
}
