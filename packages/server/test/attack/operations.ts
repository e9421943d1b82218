import { ask } from '../harness.ts';

export interface Operation {
  readonly method: string;
  readonly path: string;
  readonly parameters: readonly { readonly name: string; readonly in: string; readonly schema: Schema }[];
  readonly body?: Schema;
  readonly who: 'person' | 'agent' | 'scim' | 'anyone';
}

export interface Schema {
  readonly type?: string;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly items?: Schema;
  readonly pattern?: string;
  readonly minimum?: number;
  readonly maximum?: number;
}

interface Described {
  readonly parameters: Operation['parameters'];
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly security: readonly object[];
}

/** Every operation, as the server itself describes it. */
export async function operationsOf(server: { readonly url: string }): Promise<readonly Operation[]> {
  const { json } = await ask(server, 'GET /v1/openapi.json');
  const paths = json.paths as Readonly<Record<string, Readonly<Record<string, Described>>>>;
  return Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters, requestBody, security }]): Operation => {
      const body = Object.values(requestBody?.content ?? {})[0]?.schema;
      const names = security.flatMap((each) => Object.keys(each));
      return {
        method: method.toUpperCase(),
        path,
        parameters,
        ...(body === undefined ? {} : { body }),
        who: whoOf(names),
      };
    }),
  );
}

function whoOf(schemes: readonly string[]): Operation['who'] {
  if (schemes.includes('agent')) return 'agent';
  if (schemes.includes('scim')) return 'scim';
  return schemes.length > 0 ? 'person' : 'anyone';
}
