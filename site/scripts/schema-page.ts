import { modes } from '@permesso/engine/policy';
import { policySchema } from '@permesso/engine/text';

interface SchemaNode {
  readonly description?: string;
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly const?: unknown;
  readonly items?: SchemaNode;
  readonly properties?: Readonly<Record<string, SchemaNode>>;
  readonly additionalProperties?: SchemaNode | boolean;
  readonly required?: readonly string[];
  readonly anyOf?: readonly SchemaNode[];
  readonly oneOf?: readonly SchemaNode[];
  readonly examples?: readonly unknown[];
  readonly $ref?: string;
}

/** The JSON Schema of policy files as tables, one for each object in it. */
export function schemaPage(): string {
  const root = policySchema() as SchemaNode & { readonly $defs?: Readonly<Record<string, SchemaNode>> };
  const tables = [...objectsIn(root, '')].map(([path, node]) => tableOf(path, node));
  const shared = Object.entries(root.$defs ?? {}).flatMap(([name, node]) => [
    `## Shared: ${name}`,
    ...(node.description === undefined ? [] : [node.description]),
    ...(node.properties === undefined ? [`Type: ${typeOf(node)}`] : [rowsOf(node)]),
  ]);
  return [
    '# Policy schema',
    'Every key of a [policy file](./policy-files.md), from the JSON Schema that `permesso schema` prints. The same table makes the schema and the reader, so a file that an editor accepts loads. To use it in an editor: [policy schema in editors](./policy-files.md#in-an-editor).',
    ...tables,
    ...shared,
    '',
  ].join('\n\n');
}

/** Objects by their path, outermost first; the same object under several keys is shown once. */
function* objectsIn(
  node: SchemaNode,
  path: string,
  seen = new Set<string>(),
): Generator<[string, SchemaNode]> {
  if (node.properties !== undefined) {
    const shape = JSON.stringify(node);
    if (!seen.has(shape)) {
      seen.add(shape);
      yield [path, node];
    }
    for (const [name, below] of Object.entries(node.properties))
      yield* objectsIn(below, path === '' ? name : `${path}.${name}`, seen);
  }
  if (node.items !== undefined) yield* objectsIn(node.items, `${path}[]`, seen);
  if (typeof node.additionalProperties === 'object')
    yield* objectsIn(node.additionalProperties, `${path}.NAME`, seen);
  for (const each of [...(node.anyOf ?? []), ...(node.oneOf ?? [])]) yield* objectsIn(each, path, seen);
}

function tableOf(path: string, node: SchemaNode): string {
  return [
    path === '' ? '## The file' : `## ${path}`,
    ...(path !== '' && node.description !== undefined ? [`${node.description}.`.replace(/\.\.$/u, '.')] : []),
    rowsOf(node),
  ].join('\n\n');
}

function rowsOf({ properties = {}, required = [] }: SchemaNode): string {
  const rows = Object.entries(properties).map(
    ([name, node]) =>
      `| \`${name}\`${required.includes(name) ? ' (required)' : ''} | ${typeOf(node)} | ${inCell(aboutOf(node))} |`,
  );
  return ['| Key | Value | Meaning |', '|---|---|---|', ...rows].join('\n');
}

function aboutOf({ description = '', examples = [] }: SchemaNode): string {
  const shown = examples
    .slice(0, 3)
    .map((each) => `\`${typeof each === 'string' ? each : JSON.stringify(each)}\``);
  return shown.length === 0 ? description : `${description} Examples: ${shown.join(', ')}.`.trimStart();
}

function typeOf(node: SchemaNode): string {
  if (node.$ref !== undefined) {
    const name = node.$ref.replace('#/$defs/', '');
    return `[${name}](#shared-${name.toLowerCase()})`;
  }
  if (node.enum !== undefined) return choicesOf(node.enum.map(String));
  if (node.const !== undefined) return `\`${JSON.stringify(node.const)}\``;
  const either = node.anyOf ?? node.oneOf;
  if (either !== undefined) return either.map(typeOf).join(', or ');
  const types = (Array.isArray(node.type) ? node.type : [node.type ?? 'any']) as readonly string[];
  const named = types
    .filter((type) => type !== 'null')
    .map((type) => (type === 'string' ? 'text' : type === 'boolean' ? 'true or false' : type));
  return node.items === undefined ? named.join(' or ') : `list of ${typeOf(node.items)}`;
}

/** Modes are also understood under the names that other programs give them; the list of those is long. */
function choicesOf(values: readonly string[]): string {
  const own = values.filter((value) => (modes as readonly string[]).includes(value));
  const isLong = own.length > 0 && values.length > own.length;
  const shown = (isLong ? own : values).map((value) => `\`${value}\``).join(', ');
  return isLong ? `${shown}, or what another program calls it` : shown;
}

function inCell(text: string): string {
  return text.replaceAll(/(?<!\\)\|/gu, String.raw`\|`).replaceAll('\n', ' ');
}
