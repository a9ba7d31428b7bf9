import type { Plugin } from 'vite'
import { configSchema } from './config-schema.ts'

/** Writes config.schema.json beside config.json, which names it. */
export function writeConfigSchema(): Plugin {
  return {
    name: 'config-schema',
    apply: 'build',
    generateBundle() {
      this.emitFile({
        type: 'asset',
        fileName: 'config.schema.json',
        source: `${JSON.stringify(configSchema(), null, 2)}\n`,
      })
    },
  }
}
