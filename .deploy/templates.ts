import { readFileSync } from 'node:fs'

export type Values = Readonly<Record<string, string | boolean | undefined>>

/**
 * Fills in `templates/NAME.template`. `{{name}}` is a value, `{{> NAME}}` is another template, and
 * the lines between `{{#name}}` and `{{/name}}` are for a value that is there (`{{^name}}` for one
 * that is not).
 *
 * A line whose value is not there is left out. A value with several lines is indented as the line
 * in which it stands.
 */
export function fill(template: string, values: Values): string {
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
  const fillLine = (line: string) => {
    let isLeftOut = false
    const filled = line.replaceAll(
      /\{\{(> )?([\w.-]+)\}\}/g,
      (_, include: string | undefined, name: string) => {
        const value = include === undefined ? valueOf(name) : fill(name, values).trim()
        isLeftOut ||= value === undefined
        return String(value)
      },
    )
    const indent = /^[ \t]*/.exec(line)?.[0] ?? ''
    return isLeftOut ? [] : [filled.replaceAll(/\n(?=.)/g, `\n${indent}`)]
  }
  const text = readFileSync(new URL(`templates/${template}.template`, import.meta.url), 'utf8')
  return chooseBlocks(text).split('\n').flatMap(fillLine).join('\n')
}
