import type { Plugin } from 'vite'

/** As `isBaseUrl` of the parser has it; a host is any text without what ends it. */
const BASE_URL = String.raw`^\s*(?:/(?![/\\])|[hH][tT][tT][pP][sS]?://(?![^/]*@)(?:\[[0-9a-fA-F:.]+\]|[^/\\\s?#:\[\]]+)(?::(?:[0-5]?\d{0,4}|6[0-4]\d{3}|65[0-4]\d{2}|655[0-2]\d|6553[0-5]))?(?:/|\s*$))[^\s\\?#]*\s*$`

const ENVIRONMENT = {
  id: {
    description: 'Part of the address. Two environments cannot have the same.',
    pattern: String.raw`^\s*(?!pets\s*$)[a-z0-9-]+\s*$`,
    examples: ['production'],
  },
  name: {
    description: 'As users call it.',
    pattern: String.raw`^\s*\S.{0,99}\s*$`,
    examples: ['Production'],
  },
  baseUrl: {
    description:
      'The service: an absolute URL, or a path on the origin of the app. A closing / makes no difference.',
    pattern: BASE_URL,
    examples: ['https://api.example.com/v1', '/v1'],
  },
  kind: {
    description:
      'How it is marked; "demo" is a petstore inside the browser, for development and the demo build.',
    enum: ['production', 'staging', 'demo'],
    default: 'staging',
  },
  keyHelp: {
    description: 'Where to get an API key, for the form "Sign in": a sentence, or the URL of a page.',
    pattern: String.raw`^\s*\S[\s\S]{0,299}\s*$`,
    examples: ['Ask the store office for a key.', 'https://wiki.example.com/petstore-keys'],
  },
}

/**
 * The rules of the parser (src/config/config.ts) for editors. It accepts more: IDs of environments
 * that are equal, and category IDs of 19 digits that 64 bits do not hold.
 */
export const CONFIG_SCHEMA = {
  $schema: 'http://json-schema.org/draft-07/schema#',
  title: 'Configuration of Petstore Admin',
  type: 'object',
  required: ['environments'],
  properties: {
    $schema: { type: 'string' },
    environments: {
      description: 'The petstores, the first one for addresses without an environment.',
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        required: ['id', 'name', 'baseUrl'],
        properties: Object.fromEntries(
          Object.entries(ENVIRONMENT).map(([name, field]) => [name, { type: 'string', ...field }]),
        ),
      },
    },
    categories: {
      description: 'Labels by category ID; the service has none.',
      type: 'object',
      propertyNames: { pattern: String.raw`^(?:0|-?[1-9]\d{0,18})$` },
      additionalProperties: { type: 'string', pattern: String.raw`\S` },
      examples: [{ '1': 'Dogs', '2': 'Cats' }],
    },
  },
}

/** Writes config.schema.json beside config.json, which names it. */
export function writeConfigSchema(): Plugin {
  return {
    name: 'config-schema',
    apply: 'build',
    generateBundle() {
      const source = `${JSON.stringify(CONFIG_SCHEMA, null, 2)}\n`
      this.emitFile({ type: 'asset', fileName: 'config.schema.json', source })
    },
  }
}
