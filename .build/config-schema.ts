import { type ConversionConfig, type JsonSchema, toJsonSchema } from '@valibot/to-json-schema'
import * as v from 'valibot'
import type { Plugin } from 'vite'
import { categoryLabels, config, isBaseUrl, isCategoryId, isNotBlank, isNotPets } from '#src/config/config.ts'

/** What an editor shows beside a field, by its name. */
const HELP: Record<string, Pick<JsonSchema, 'title' | 'description' | 'examples'>> = {
  environments: { description: 'The petstores, the first one for addresses without an environment.' },
  id: {
    description: 'Part of the address. Two environments cannot have the same.',
    examples: ['production'],
  },
  name: { description: 'As users call it.', examples: ['Production'] },
  baseUrl: {
    description:
      'The service: an absolute URL, or a path on the origin of the app. A closing / makes no difference.',
    examples: ['https://api.example.com/v1', '/v1'],
  },
  kind: {
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
  overrideSchema: ({ valibotSchema, jsonSchema }) => {
    if (valibotSchema.type === 'custom')
      return { ...toJsonSchema(categoryLabels, CONVERSION), $schema: undefined }
    return 'entries' in valibotSchema ? withHelp(jsonSchema, valibotSchema.entries as Entries) : undefined
  },
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
  const { properties, ...schema } = toJsonSchema(config, CONVERSION)
  const title = 'Configuration of Petstore Admin'
  return { ...schema, title, properties: { $schema: { type: 'string' }, ...properties } }
}

type Entries = Readonly<Record<string, v.GenericSchema>>

/** Adds the help, and says which fields are required: the parser gives a missing one a value that it then refuses. */
function withHelp(json: JsonSchema, entries: Entries): JsonSchema {
  const required = Object.keys(entries).filter((name) => !v.is(entries[name] ?? v.never(), undefined))
  const properties = Object.entries(json.properties ?? {}).map(([name, property]) => {
    const { default: value, ...rest } = property as JsonSchema
    return [name, { ...rest, ...(required.includes(name) ? {} : { default: value }), ...HELP[name] }]
  })
  return { ...json, required, properties: Object.fromEntries(properties) as JsonSchema['properties'] }
}
