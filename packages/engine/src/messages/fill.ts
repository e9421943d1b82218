/** The names in braces in a text: `no rule allows {what}` has `what`. */
type Placeholders<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholders<Rest>
  : never;

/** Fills the placeholders of a text. Inserted values are not filled again: a call may itself contain `{what}`. */
export function fill<Text extends string>(
  text: Text,
  values: { readonly [Name in Placeholders<Text>]: string | number },
): string {
  const given = new Map<string, string | number>(Object.entries(values));
  return text.replaceAll(/\{(\w+)\}/gu, (whole, name: string) => String(given.get(name) ?? whole));
}
