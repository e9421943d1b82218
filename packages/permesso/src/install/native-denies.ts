import { definedFields } from '@permesso/engine/call';
import { formats, plainPattern } from '@permesso/engine/text';
import { knownNames, type Layer, type RuleObject } from '@permesso/engine/policy';

/**
 * The layers reduced to their unconditional denies, including hidden tools: a host with such a rule does not show the
 * tool. The root stays: path rules are relative to it.
 */
export function unconditionalDenies(layers: readonly Layer[]): readonly Layer[] {
  return layers.flatMap(({ deny = [], tools, root, layer }) => {
    const plain = [...deny, ...(tools?.hidden ?? []).filter(isOneTool)]
      .map((rule): RuleObject => (typeof rule === 'string' ? { rule } : rule))
      .filter((rule) => 'pattern' in plainPattern(rule));
    return plain.length === 0 ? [] : [{ deny: plain, ...definedFields({ root, layer }) }];
  });
}

/** As a rule, `Read` also covers every other reader: only a name for a single tool means the same as the list. */
function isOneTool(name: string): boolean {
  const known = knownNames.get(name);
  const isSeveral = known?.tool === undefined && (known?.kind === 'read' || known?.kind === 'write');
  return !isSeveral && !name.slice(0, -1).includes('*');
}

/**
 * Each deny in a host's own syntax, where that is exact: a wider one would refuse calls that the policy does not, and
 * nobody could tell why.
 */
export function nativeDenies(formatName: string, layers: readonly Layer[]): readonly string[] {
  const write = formats.find(({ name }) => name === formatName)?.write;
  if (write === undefined) throw new TypeError(`nothing can be written as ${formatName}`);
  const texts = layers.flatMap((layer) =>
    (layer.deny ?? []).flatMap((rule) => {
      const { text, losses } = write([{ ...layer, deny: [withoutWords(rule)] }]);
      return losses.some(({ what }) => what.startsWith('deny: ')) || text === '' ? [] : [text];
    }),
  );
  return [...new Set(texts)];
}

/** The hook words the reason for the model; when the hook is broken, the host's own message is enough. */
function withoutWords(rule: RuleObject | string): RuleObject {
  return { rule: typeof rule === 'string' ? rule : rule.rule };
}
