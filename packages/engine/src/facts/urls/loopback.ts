import { wordSet, type WordSet } from '../word-set.ts';

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/u.test(host);
}

/**
 * Ports of programs that start others for any client: Docker, kubelet, debuggers of Node.js, Chromium, Python, the JVM and Go.
 * A rule must name such a port to cover it.
 */
const controlPorts: WordSet = wordSet(
  '2345 2375 2376 2379 2380 4243 5005 5678 6443 9222 9229 9230 10250 10255',
);

export function isControlPort(port: string): boolean {
  return controlPorts.has(port);
}

/** The effect of a request to a server on this machine. */
export function loopbackEffect({ port }: { readonly port: string }): 'serve' | 'run-other' {
  return isControlPort(port) ? 'run-other' : 'serve';
}
