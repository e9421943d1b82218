/** `npm run tools -- admin-rows`: writes what `permesso admin` is made from. */
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { definedFields } from '@permesso/engine/call';
import { parse } from 'yaml';
import type {
  AdminAction,
  AdminOperand,
  AdminOption,
  AdminRow,
  RequestAction,
} from '../../../permesso/src/cli/admin/admin-rows.ts';
import { startTestServer } from '../harness.ts';

export const adminRowsFile = join(import.meta.dirname, '../../../permesso/src/cli/admin/admin-rows.json');
const sources = join(import.meta.dirname, '../../src');

/** In this order in the help; plug-ins follow, then what is done to the database as a whole. */
const modules = [
  'identity',
  'policy',
  'approvals',
  'audit',
  'machines',
  'notifications',
  'plugins',
  'database',
];

interface Schema {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

interface Operation {
  readonly parameters: readonly {
    readonly name: string;
    readonly in: string;
    readonly required: boolean;
    readonly schema: Schema;
  }[];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
}

export interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
}

/** As a person writes an action in `admin.yaml`. */
type WrittenAction = Omit<AdminAction, 'options' | 'operands'> & {
  readonly options?: Readonly<Record<string, Omit<AdminOption, 'name'>>>;
  /** Fields of the request that operands fill, where they have other names. */
  readonly fields?: Readonly<Record<string, string>>;
} & Partial<RequestAction>;

export function adminRowsFrom(document: Document): readonly AdminRow[] {
  const files = globSync('**/admin.yaml', { cwd: sources }).toSorted(
    (a, b) =>
      modules.indexOf(a.split('/')[0] ?? '') - modules.indexOf(b.split('/')[0] ?? '') || a.localeCompare(b),
  );
  return files.flatMap((file) =>
    (
      parse(readFileSync(join(sources, file), 'utf8')) as readonly (Omit<AdminRow, 'actions'> & {
        readonly actions: readonly WrittenAction[];
      })[]
    ).map((row): AdminRow => ({
      ...row,
      actions: row.actions.map((action) => {
        try {
          return completed(action, document);
        } catch (error) {
          throw new Error(`${file}: admin ${row.name} ${action.typed}: ${(error as Error).message}`, {
            cause: error,
          });
        }
      }),
    })),
  );
}

function completed({ fields = {}, options = {}, ...action }: WrittenAction, document: Document): AdminAction {
  const operation = action.route === undefined ? undefined : operationOf(action.route, document);
  const words = action.typed.split(' ').filter((word) => /^\[?[A-Z]/.test(word));
  const operands = words.map((word, index): AdminOperand => {
    const [, name = '', , choices] = /^\[?([A-Z]+)\]?(:(\S+))?$/.exec(word) ?? [];
    const isOptional = word.startsWith('[') ? ({ isOptional: true } as const) : {};
    const isFound = action.find !== undefined && index === 0 && !(name in fields);
    if (operation === undefined || isFound)
      return { name, ...isOptional, ...(choices === undefined ? {} : { choices: choices.split('|') }) };
    const field = fields[name] ?? name.toLowerCase();
    const schema = schemaOf(operation, field);
    if (schema === undefined && choices === undefined) throw new Error(`the request has no field ${field}`);
    return {
      name,
      ...isOptional,
      field,
      ...kindOf(schema ?? {}, name === 'FILE'),
      ...(choices === undefined ? {} : { choices: choices.split('|') }),
    };
  });
  const list =
    action.find === undefined ? undefined : operationOf(action.find.in.replace(/\?.*/, ''), document);
  const made = Object.entries(options).map(([name, option]) => optionFrom({ name, option, operation, list }));
  const missing =
    operation === undefined ? undefined : missingField(operation, { action, operands, options: made });
  if (missing !== undefined) throw new Error(`the request needs ${missing}, and nothing gives it`);
  const find =
    action.find === undefined ? {} : { find: { ...action.find, ...pagingOf(action.find.in, document) } };
  return {
    ...action,
    ...find,
    ...(action.table === undefined ? {} : pagingOf(action.route ?? '', document)),
    ...(operands.length === 0 ? {} : { operands }),
    ...(made.length === 0 ? {} : { options: made }),
  } as AdminAction;
}

/** The field of the query that asks for the next page. */
function pagingOf(route: string, document: Document): { readonly paging?: 'after' | 'next' } {
  const { parameters } = operationOf(route.replace(/\?.*/, ''), document);
  const paging = (['next', 'after'] as const).find((each) => parameters.some(({ name }) => name === each));
  return paging === undefined ? {} : { paging };
}

function operationOf(route: string, { paths }: Document): Operation {
  const [method = '', path = ''] = route.split(' ');
  const found = paths[path]?.[method.toLowerCase()];
  if (found === undefined) throw new Error(`there is no route ${route}`);
  return found;
}

function bodyOf({ requestBody }: Operation): Schema {
  return Object.values(requestBody?.content ?? {})[0]?.schema ?? {};
}

/** `groups.claim` in the body, else in the path or the query. */
function schemaOf(operation: Operation, field: string): Schema | undefined {
  const [first = '', second] = field.split('.');
  const own = bodyOf(operation).properties?.[first];
  if (own !== undefined) return second === undefined ? own : bare(own).properties?.[second];
  return operation.parameters.find(({ name }) => name === field)?.schema;
}

/** Without its `null`. */
function bare(schema: Schema): Schema {
  return schema.anyOf?.find(({ type }) => type !== 'null') ?? schema;
}

function kindOf(
  schema: Schema,
  isFile = false,
): Pick<AdminOperand, 'as' | 'choices'> & { readonly repeats?: true } {
  const { type, enum: choices, items } = bare(schema);
  if (isFile) return { as: type === 'string' ? 'text-file' : 'private-json' };
  if (type === 'boolean') return { as: 'flag' };
  if (type === 'integer') return { as: 'number' };
  if (type === 'array') return { ...kindOf(items ?? {}), repeats: true };
  return choices === undefined ? {} : { choices };
}

interface WrittenOption {
  readonly name: string;
  readonly option: Omit<AdminOption, 'name'>;
  readonly operation: Operation | undefined;
  /** Where what the first operand names is found. */
  readonly list: Operation | undefined;
}

const valueNames: Readonly<Record<string, string>> = {
  number: 'N',
  person: 'PERSON',
  'private-file': 'FILE',
};

function valueOf(
  { name, option }: WrittenOption,
  as: AdminOption['as'],
  choices: AdminOption['choices'],
): Pick<AdminOption, 'value'> {
  return as === 'flag' ? {} : { value: option.value ?? valueName(name, as, choices) };
}

function optionFrom(written: WrittenOption): AdminOption {
  const { name, option, operation } = written;
  const field = option.field ?? name.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase());
  const schema = schemaFor(field, written);
  const kind = option.as === undefined ? kindOf(schema ?? {}) : {};
  const as = option.as ?? kind.as ?? asWithout(schema, written);
  const isOwn = schema !== undefined && as !== 'policy';
  const mustBe = isOwn && as !== 'flag' && option.else === undefined && isNeeded(operation, field);
  return {
    name,
    ...option,
    ...definedFields({ field: isOwn ? field : undefined }),
    ...valueOf(written, as, kind.choices),
    ...kind,
    ...definedFields({ as }),
    ...((option.isRequired ?? mustBe) ? { isRequired: true as const } : {}),
    help: helpOf(option, kind.choices),
  };
}

function asWithout(
  schema: Schema | undefined,
  { name, option, operation }: WrittenOption,
): 'flag' | undefined {
  if (schema !== undefined) return undefined;
  if (option.value === undefined) return 'flag';
  if (operation === undefined || option.within !== undefined) return undefined;
  throw new Error(`the request has no field for --${name}`);
}

function schemaFor(field: string, { option, operation, list }: WrittenOption): Schema | undefined {
  if (operation === undefined || option.within !== undefined) return undefined;
  return schemaOf(operation, field) ?? (list === undefined ? undefined : schemaOf(list, field));
}

function valueName(name: string, as = '', choices?: readonly string[]): string {
  return valueNames[as] ?? (choices === undefined ? 'TEXT' : name.toUpperCase());
}

function helpOf(option: WrittenOption['option'], choices?: readonly string[]): string {
  const isFixed =
    typeof option.else === 'number' || (typeof option.else === 'string' && !option.else.startsWith('{'));
  const hints = [
    ...(choices === undefined ? [] : [choices.join(', ')]),
    ...(isFixed ? [`(default: ${option.else})`] : []),
  ];
  if (hints.length === 0) return option.help;
  return `${option.help}${choices === undefined ? ' ' : ': '}${hints.join(' ')}`;
}

function isNeeded(operation: Operation | undefined, field: string): boolean {
  if (operation === undefined) return false;
  return (
    (bodyOf(operation).required ?? []).includes(field) ||
    operation.parameters.some(({ name, required }) => name === field && required)
  );
}

interface Given {
  readonly action: WrittenAction;
  readonly operands: readonly AdminOperand[];
  readonly options: readonly AdminOption[];
}

/** What the request must have and nothing of the action gives it. */
function missingField(operation: Operation, { action, operands, options }: Given): string | undefined {
  const fields = [
    ...(bodyOf(operation).required ?? []),
    ...operation.parameters.filter(({ required }) => required).map(({ name }) => name),
  ];
  const found =
    action.find === undefined ? undefined : (action.find.field ?? action.route?.match(/.*\{(\w+)\}/)?.[1]);
  const given = new Set<string | undefined>([
    found,
    ...Object.keys(action.fixed ?? {}),
    ...operands.map(({ field }) => field),
    ...options.map(({ field }) => field),
    ...(options.some(({ as }) => as === 'policy') ? ['project'] : []),
    ...(options.some(({ as }) => as === 'stage') ? ['stage'] : []),
  ]);
  return fields.find((field) => !given.has(field));
}

export async function openApiOf(): Promise<Document> {
  const server = await startTestServer();
  try {
    return (await (await fetch(`${server.url}/v1/openapi.json`)).json()) as Document;
  } finally {
    await server.end();
  }
}

if (import.meta.main) {
  writeFileSync(adminRowsFile, JSON.stringify(adminRowsFrom(await openApiOf()), undefined, 2));
  execFileSync('npx', ['oxfmt', adminRowsFile]);
}
