import { readFileSync } from 'node:fs'

export type Values = Readonly<Record<string, string | boolean | undefined>>

/**
 * Fills in `templates/NAME.template`: `{{name}}` is a value, `{{> NAME}}` another template, and the lines between
 * `{{#name}}` and `{{/name}}` are for a value that is there (`{{^name}}`: one that is not). What fills a line, however
 * many it has, is indented as that line is.
 */
export function fill(template: string, values: Values): string {
  const file = new URL(`templates/${template}.template`, import.meta.url)
  const valueOf = (name: string) => {
    if (name in values) return values[name]
    throw new Error(`${template}.template has {{${name}}}, for which there is no value`)
  }
  const chooseBlocks = (text: string): string =>
    text.replaceAll(
      /^[ \t]*\{\{([#^])(\w+)\}\}\n([^]*?)^[ \t]*\{\{\/\2\}\}\n/gm,
      (_, kind: string, name: string, block: string) =>
        (kind === '#') === Boolean(valueOf(name)) ? chooseBlocks(block) : '',
    )
  return chooseBlocks(readFileSync(file, 'utf8'))
    .replaceAll(/^([ \t]*)\{\{> ([\w.-]+)\}\}$/gm, (_, indent: string, name: string) =>
      fill(name, values)
        .trimEnd()
        .replaceAll(/^(?=.)/gm, indent),
    )
    .replaceAll(/^([ \t]*)\{\{(\w+)\}\}$|\{\{(\w+)\}\}/gm, (_, indent = '', line?: string, name = line) =>
      String(valueOf(String(name))).replaceAll(/^(?=.)/gm, String(indent)),
    )
}
