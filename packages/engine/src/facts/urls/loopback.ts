import { wordSet, type WordSet } from '../word-set.ts';

/** Whether a host is this machine. */
export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(?:\.\d{1,3}){3}$/u.test(host);
}

/**
 * Behind these ports stands a program that starts others for every client: Docker, kubelet, debuggers of Node.js,
 * Chromium, Python, the JVM and Go. A rule names such a port, or does not cover it.
 */
const controlPorts: WordSet = wordSet(
  '2345 2375 2376 2379 2380 4243 5005 5678 6443 9222 9229 9230 10250 10255',
);

export function isControlPort(port: string): boolean {
  return controlPorts.has(port);
}

/** What asking a server on this machine is. */
export function loopbackEffect({ port }: { readonly port: string }): 'serve' | 'run-other' {
  return isControlPort(port) ? 'run-other' : 'serve';
}
