import { type ComponentType, lazy } from 'react';

/** A component that is fetched when it is first drawn. Where the server has ended it stays away, and takes no page with it. */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy<ComponentType<Props>>(async () => ({ default: await load().catch(() => Nothing) }));
}

function Nothing(): null {
  return null;
}
