import type { Mode } from './mode-name.ts';
import type { LayerName } from './rules/rule.ts';

/** `required`: as `on`, and no other layer switches it off. */
export const sandboxUses = ['on', 'off', 'required'] as const;

export type SandboxUse = (typeof sandboxUses)[number];

/** As written in a policy: the short form, or the long one. */
export type SandboxInput = SandboxUse | SandboxObject;

export interface SandboxObject {
  /** `on` when absent. */
  readonly use?: SandboxUse;
  /** Hosts that sandboxed calls may reach. A rule about `WebFetch` never opens one. */
  readonly hosts?: readonly (string | ExpiringHost)[];
  /** The engine must have this version or a newer one; else no call runs sandboxed. */
  readonly atLeast?: string;
  /** By label of the session: the hosts that stay open once it has the label. It only narrows, so it counts in every layer. */
  readonly after?: Readonly<Record<string, { readonly hosts: readonly string[] }>>;
  /** Modes beyond default and acceptEdits in which a call that no rule decides runs sandboxed. */
  readonly modes?: readonly string[];
}

/** Such a layer turns no sandbox on and takes no hosts away from others, so it needs no trust. */
export function onlyNarrowsSandbox(sandbox: SandboxInput): boolean {
  return typeof sandbox === 'object' && Object.keys(sandbox).join() === 'after';
}

/** A host that somebody opened for a while. */
export interface ExpiringHost {
  readonly host: string;
  readonly expires?: string;
}

/** What all layers together say about sandboxed calls. */
export interface SandboxSettings {
  readonly use: SandboxUse;
  readonly hosts: readonly SandboxHost[];
  readonly modes: readonly Mode[];
  readonly after: readonly SandboxAfter[];
  /** A managed or team layer speaks of the sandbox: hosts and `unsandboxed` rules of other layers do not count. */
  readonly governed: boolean;
  /** Each of these versions, or a newer one. */
  readonly atLeast: readonly string[];
}

/** A listed host that none of `hosts` covers is closed to a session with the label. */
export interface SandboxAfter {
  readonly label: string;
  readonly hosts: readonly string[];
}

export interface SandboxHost {
  readonly host: string;
  /** `call`: no policy lists it, and it is open to this call alone. */
  readonly layer: LayerName | 'call';
  readonly file?: string;
  /** The group of hosts that brings it. */
  readonly group?: string;
  /** In milliseconds: from then on it is closed. */
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

/** Hosts that serve packages and take nothing from a caller without credentials. */
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

/** Modes for which the policy has a say. In bypass nothing is sandboxed, in the others it needs no mention. */
export const sandboxModes: readonly Mode[] = ['explore', 'dontAsk'];
