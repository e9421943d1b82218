import { layerNames, type LayerName } from './rules/rule.ts';

/** A service that is asked about calls, as written under `checks`. */
export interface CheckInput {
  /** The access evaluation endpoint of an AuthZEN 1.0 service. */
  readonly authzen?: string;
  /** A document of OPA's data API that says whether a call is permitted. */
  readonly opa?: string;
  /** Milliseconds until it counts as not reached. */
  readonly timeout?: number;
  /** The environment variable that holds its bearer token. */
  readonly tokenFrom?: string;
  /** It may be asked without TLS, although it is on another machine. */
  readonly plainHttp?: boolean;
}

export interface GivenCheck extends CheckInput {
  readonly name: string;
  readonly layer: LayerName;
}

const layersWithChecks: ReadonlySet<LayerName> = new Set<LayerName>(['managed', 'team', 'flags', 'user']);

/** A repository must not choose who learns of calls, nor who permits them. */
export function mayCheck(layer: LayerName): boolean {
  return layersWithChecks.has(layer);
}

/**
 * The service that a rule means by a name: of its own layer or of one above it. What a managed policy has checked by its own
 * service is never checked by another of that name.
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
