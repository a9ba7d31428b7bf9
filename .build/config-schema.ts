import { type ConversionConfig, type JsonSchema, toJsonSchema } from '@valibot/to-json-schema'
import * as v from 'valibot'
import type { Plugin } from 'vite'
import { categoryLabels, config, isBaseUrl, isCategoryId, isNotBlank, isNotPets } from '#src/config/config.ts'

/** What an editor shows beside a field, by its path. */
const HELP: Record<string, Pick<JsonSchema, 'title' | 'description' | 'examples'>> = {
  '': {
    title: 'Configuration of Petstore Admin',
    description: 'Read when the app starts. One build serves every deployment of one path.',
  },
  environments: { description: 'The petstores, the first one for addresses without an environment.' },
  'environments.id': {
    description: 'Part of the address. Two environments cannot have the same.',
    examples: ['production'],
  },
  'environments.name': { description: 'As users call it.', examples: ['Production'] },
  'environments.baseUrl': {
    description:
      'The service: an absolute URL, or a path on the origin of the app. A closing / makes no difference.',
    examples: ['https://api.example.com/v1', '/v1'],
  },
  'environments.kind': {
    description:
      'How it is marked; "demo" is a petstore inside the browser, for development and the demo build.',
    examples: ['production'],
  },
  categories: {
    description: 'Labels by category ID; the service has none.',
    examples: [{ '1': 'Dogs', '2': 'Cats' }],
  },
}

/** As `isBaseUrl` has it; a host is any text without what ends it. */
const BASE_URL = String.raw`^\s*(?:/(?![/\\])|[hH][tT][tT][pP][sS]?://(?![^/]*@)(?:\[[0-9a-fA-F:.]+\]|[^/\\\s?#:\[\]]+)(?::(?:[0-5]?\d{0,4}|6[0-4]\d{3}|65[0-4]\d{2}|655[0-2]\d|6553[0-5]))?(?:/|\s*$))[^\s\\?#]*\s*$`

/** What a check of the parser is in JSON Schema. */
const CHECKS = new Map<unknown, JsonSchema>([
  [isNotBlank, { pattern: String.raw`\S` }],
  [isNotPets, { not: { const: 'pets' } }],
  [isBaseUrl, { pattern: BASE_URL }],
  // But for numbers of 19 digits that 64 bits do not hold.
  [isCategoryId, { pattern: String.raw`^(?:0|-?[1-9]\d{0,18})$` }],
])

const CONVERSION: ConversionConfig = {
  typeMode: 'input',
  // What is left out: that IDs differ, which JSON Schema cannot say, and conversions.
  errorMode: 'ignore',
  // It says only that the labels are no array; what they are stands after it.
  overrideSchema: ({ valibotSchema }) =>
    valibotSchema.type === 'custom'
      ? { ...toJsonSchema(categoryLabels, CONVERSION), $schema: undefined }
      : undefined,
  overrideAction: ({ valibotAction, jsonSchema }) => {
    if (valibotAction.type !== 'check' || !('requirement' in valibotAction)) return undefined
    const check = CHECKS.get(valibotAction.requirement)
    if (check === undefined)
      throw new Error(`A check of the parser has no JSON Schema: ${String(valibotAction.requirement)}`)
    return { ...jsonSchema, ...check }
  },
}

/** Writes config.schema.json beside config.json, which names it. */
export function writeConfigSchema(): Plugin {
  return {
    name: 'config-schema',
    apply: 'build',
    generateBundle() {
      const source = `${JSON.stringify(configSchema(), null, 2)}\n`
      this.emitFile({ type: 'asset', fileName: 'config.schema.json', source })
    },
  }
}

/** The JSON Schema of config.json, made from the parser's own, so that the two do not drift apart. */
export function configSchema(): JsonSchema {
  const schema = toJsonSchema(config, CONVERSION)
  complete(schema, config, '')
  return { ...schema, properties: { $schema: { type: 'string' }, ...schema.properties } }
}

/** Adds the help, and says which fields are required: the parser gives a missing one a value that it then refuses. */
function complete(json: JsonSchema, parser: object, path: string): void {
  Object.assign(json, HELP[path])
  const inner = 'wrapped' in parser ? (parser.wrapped as object) : parser
  if ('item' in inner && typeof json.items === 'object' && !Array.isArray(json.items))
    complete(json.items, inner.item as object, `${path}.`)
  if (!('entries' in inner)) return
  for (const [name, entry] of Object.entries(inner.entries as Record<string, v.GenericSchema>)) {
    const property = json.properties?.[name]
    if (typeof property !== 'object') continue
    complete(property, entry, path + name)
    if (v.safeParse(entry, undefined).success) continue
    delete property.default
    json.required = [...(json.required ?? []), name]
  }
}
