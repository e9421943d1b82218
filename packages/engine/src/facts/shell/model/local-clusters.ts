import type { Arguments } from './model.ts';
import { literalOf } from '../read/words/word.ts';

/** Names that programs give to the clusters they start on this machine. */
const local =
  /^(?:(?:kind|k3d)-[\w.-]+|minikube|docker-desktop|docker-for-desktop|rancher-desktop|orbstack|microk8s|colima(?:-[\w.-]+)?)$/u;

const contexts: ReadonlySet<string> = new Set(['--context', '--kube-context']);

/** Whether a call names a cluster on this machine: `kubectl --context kind-dev`. `prod` or `live` in the name rules it out. */
export function namesLocalCluster({ options }: Arguments): boolean {
  const named = options.filter(({ name }) => contexts.has(name)).map(({ value }) => literalOf(value) ?? '');
  const elsewhere = options.some(({ name }) =>
    /^(?:-s|--server|--cluster|--kubeconfig|--kube-apiserver)$/u.test(name),
  );
  return (
    named.length > 0 && !elsewhere && named.every((name) => local.test(name) && !/prod|live/iu.test(name))
  );
}
