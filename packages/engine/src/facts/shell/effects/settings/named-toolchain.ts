import type { World } from '../../../../world/world.ts';
import type { Expanded } from '../carriers.ts';

/** Programs that are proxies of rustup. */
const standIns = /^(?:cargo|rustc|rustup|rustdoc|rustfmt|cargo-\w+|clippy-driver|rust-\w+)$/u;

/**
 * `cargo --version` starts the cargo at `path` in `rust-toolchain.toml`, which is searched from this directory upwards.
 * Demonstrated with `/proc/self/cwd/x`, although a relative path is refused.
 */
export function namedToolchain({ args, place }: Expanded, world: World): string | undefined {
  if (!standIns.test(args?.path[0] ?? '') || 'unknown' in place) return undefined;
  for (const start of place.in)
    for (let at = start; at !== ''; at = at.slice(0, at.lastIndexOf('/')))
      for (const name of ['rust-toolchain.toml', 'rust-toolchain']) {
        if (world.entry(`${at}/${name}`).is === 'missing') continue;
        const text = world.text?.(`${at}/${name}`);
        if (text === undefined || /\bpath\s*=/u.test(text))
          return `${at}/${name} names the programs that run`;
      }
  return undefined;
}
