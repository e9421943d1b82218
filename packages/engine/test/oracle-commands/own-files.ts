interface OwnFile {
  readonly programs: readonly string[];
  readonly path: RegExp;
  readonly why: string;
  /** Only where the line does not spell the file: one that is named is read because somebody asked for it. */
  readonly unnamed?: true;
}

/** Files that a program reads or keeps for itself although the line only reads: each with why that is not a contradiction. */
export const ownFiles: readonly OwnFile[] = [
  {
    programs: ['git'],
    path: /\/\.git\/index(?:\.lock)?$/u,
    why: 'git refreshes the times in its index while it looks at files; no content changes',
  },
  {
    programs: ['git'],
    path: /\/project\/(?:\.env|secrets\/key\.pem)$/u,
    why: 'it is committed here, so every clone and the history have it (SECURITY.md)',
    unnamed: true,
  },
  {
    programs: ['docker', 'docker-compose', 'podman', 'podman-compose'],
    path: /\/project\/\.env$/u,
    why: 'compose fills in variables of its file from .env; what it lists shows none of them',
  },
  {
    programs: ['aws'],
    path: /\/\.aws\/credentials$/u,
    why: "the program's own credentials, which it does not print",
  },
  {
    programs: ['eza', 'exa', 'lsd'],
    path: /./u,
    why: 'with git it compares files with the index, and prints names',
  },
  {
    programs: ['ltrace', 'valgrind', 'capsh'],
    path: /./u,
    why: 'the program that it starts is read as any program is',
  },
  { programs: ['lsattr'], path: /./u, why: 'each file is opened for its flags; nothing in it is read' },
  { programs: ['curl', 'wget', 'git', 'ftp'], path: /\/\.netrc$/u, why: "the program's own credentials" },
  { programs: ['ssh', 'scp', 'sftp', 'rsync'], path: /\/\.ssh\/id_rsa$/u, why: "the program's own key" },
];

/** Servers that a program asks by its nature, as the user has set it up: what it lists comes from there. */
export const ownServers: readonly { readonly programs: readonly string[]; readonly address: RegExp }[] = [
  { programs: ['kubectl', 'oc', 'k'], address: /^127\.0\.0\.1:8080$/u },
  // Whether they run on a machine of that cloud, and whether there is a newer version; 127.0.0.1 is what names lead to here.
  {
    programs: ['gcloud', 'gsutil', 'bq'],
    address: /^(?:metadata\.google\.internal|127\.0\.0\.1:(?:53|80))$/u,
  },
  { programs: ['terraform'], address: /^(?:checkpoint-api\.hashicorp\.com|127\.0\.0\.1:(?:53|443))$/u },
];
