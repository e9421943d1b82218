import type { Mode } from './mode-name.ts';
import type { LayerName } from './rules/rule.ts';

/** `required`: like `on`, and no other layer can switch it off. */
export const sandboxUses = ['on', 'off', 'required'] as const;

export type SandboxUse = (typeof sandboxUses)[number];

/** As written in a policy: the short form, or the long one. */
export type SandboxInput = SandboxUse | SandboxObject;

export interface SandboxObject {
  /** Default: `on`. */
  readonly use?: SandboxUse;
  /** Hosts that sandboxed calls may reach. A rule about `WebFetch` never opens one. */
  readonly hosts?: readonly (string | ExpiringHost)[];
  /** The minimum engine version; with an older one no call runs sandboxed. */
  readonly atLeast?: string;
  /** By session label: the hosts that stay open once the session has the label. It only narrows, so it counts in every layer. */
  readonly after?: Readonly<Record<string, { readonly hosts: readonly string[] }>>;
  /** Modes other than default and acceptEdits in which a call that no rule decides runs sandboxed. */
  readonly modes?: readonly string[];
}

/** Such a layer turns no sandbox on and removes no hosts of others, so it needs no trust. */
export function onlyNarrowsSandbox(sandbox: SandboxInput): boolean {
  return typeof sandbox === 'object' && Object.keys(sandbox).join() === 'after';
}

/** A host that a person opened for a limited time. */
export interface ExpiringHost {
  readonly host: string;
  readonly expires?: string;
}

/** The combined sandbox settings of all layers. */
export interface SandboxSettings {
  readonly use: SandboxUse;
  readonly hosts: readonly SandboxHost[];
  readonly modes: readonly Mode[];
  readonly after: readonly SandboxAfter[];
  /** A managed or team layer configures the sandbox: hosts and `unsandboxed` rules of other layers do not count. */
  readonly governed: boolean;
  /** The minimum versions; all must be met. */
  readonly atLeast: readonly string[];
}

/** A listed host that `hosts` does not cover is closed to a session with the label. */
export interface SandboxAfter {
  readonly label: string;
  readonly hosts: readonly string[];
}

export interface SandboxHost {
  readonly host: string;
  /** `call`: no policy lists it; it is open to this call alone. */
  readonly layer: LayerName | 'call';
  readonly file?: string;
  /** The host group that it comes from. */
  readonly group?: string;
  /** In milliseconds; after that it is closed. */
  readonly expires?: number;
}

export const sandboxOff: SandboxSettings = {
  use: 'off',
  hosts: [],
  modes: [],
  after: [],
  governed: false,
  atLeast: [],
};

/** Hosts that serve packages and accept nothing from a caller without credentials. */
export const hostGroups: ReadonlyMap<string, readonly string[]> = new Map([
  [
    'registries',
    [
      'registry.npmjs.org',
      'registry.yarnpkg.com',
      'pypi.org',
      'files.pythonhosted.org',
      'crates.io',
      'index.crates.io',
      'static.crates.io',
      'proxy.golang.org',
      'sum.golang.org',
      'repo.maven.apache.org',
      'repo1.maven.org',
      'plugins.gradle.org',
      'services.gradle.org',
      'rubygems.org',
      'index.rubygems.org',
      'repo.packagist.org',
      'api.nuget.org',
    ],
  ],
]);

/** Modes that a policy can enable. In bypass nothing is sandboxed, the other modes need no mention. */
export const sandboxModes: readonly Mode[] = ['explore', 'dontAsk'];
