import { definedFields } from '@permesso/engine/call';
import { formats, plainPattern } from '@permesso/engine/text';
import { knownNames, type Layer, type RuleObject } from '@permesso/engine/policy';

/**
 * The layers with nothing but what they refuse without condition, hidden tools among it: a host that knows such a rule
 * does not show the tool. Their root stays: path rules start there.
 */
export function unconditionalDenies(layers: readonly Layer[]): readonly Layer[] {
  return layers.flatMap(({ deny = [], tools, root, layer }) => {
    const plain = [...deny, ...(tools?.hidden ?? []).filter(isOneTool)]
      .map((rule): RuleObject => (typeof rule === 'string' ? { rule } : rule))
      .filter((rule) => 'pattern' in plainPattern(rule));
    return plain.length === 0 ? [] : [{ deny: plain, ...definedFields({ root, layer }) }];
  });
}

/** As a rule, `Read` also means whatever else reads: only a name that is one tool's says the same as the list. */
function isOneTool(name: string): boolean {
  const known = knownNames.get(name);
  const isSeveral = known?.tool === undefined && (known?.kind === 'read' || known?.kind === 'write');
  return !isSeveral && !name.slice(0, -1).includes('*');
}

/**
 * Each deny in a host's own words, for those that it can say exactly: one that comes out wider would refuse what the
 * policy does not, and nobody could tell why.
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

/** What the model is told comes from the hook; a host's own words about its rules are enough when that is dead. */
function withoutWords(rule: RuleObject | string): RuleObject {
  return { rule: typeof rule === 'string' ? rule : rule.rule };
}
