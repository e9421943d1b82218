import { type ComponentType, lazy } from 'react';

/**
 * A component that is fetched on first render. If the server has ended it renders nothing, without breaking the page.
 */
export function lazyPart<Props>(load: () => Promise<ComponentType<Props>>) {
  return lazy<ComponentType<Props>>(async () => ({ default: await load().catch(() => Nothing) }));
}

function Nothing(): null {
  return null;
}
