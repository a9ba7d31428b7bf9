import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import { configHash, withConfigBlock } from './config-block.ts'

/**
 * Matches the files that are compressed. `config.json` is not, because servers would keep sending a
 * stale `.br` after an administrator edits it.
 */
const COMPRESSIBLE = /\.(html|js|css|svg|txt|schema\.json)$/

/**
 * Copies a build into `folder`, with a `.br` and a `.gz` next to each compressible file. It leaves
 * out the files that differ between deployments (`writePage`). Assets of earlier builds stay for
 * tabs that are open.
 */
export async function writeFiles(dist: string, folder: string): Promise<void> {
  const found = await readdir(dist, { recursive: true, withFileTypes: true })
  const files = found
    .filter((entry) => entry.isFile())
    .map((entry) => relative(dist, join(entry.parentPath, entry.name)))
    .filter((file) => !['config.json', 'index.html', 'version.json'].includes(file))
  await Promise.all(
    files.map(async (file) => writeCompressed(folder, file, await readFile(join(dist, file)))),
  )
}

/**
 * Writes `config.json`, `index.html` with the same configuration in it, and `version.json`. Call it
 * after `writeFiles`, so that no page is served before its assets.
 *
 * @param json the configuration
 */
export async function writePage(dist: string, folder: string, json: string): Promise<void> {
  const html = await readFile(join(dist, 'index.html'), 'utf8')
  await writeCompressed(folder, 'config.json', json)
  await writeCompressed(folder, 'index.html', withConfigBlock(html, json))
  // This file comes last, because it tells tabs that are open that a reload gets them the new page.
  const version = JSON.parse(await readFile(join(dist, 'version.json'), 'utf8')) as object
  await writeCompressed(folder, 'version.json', JSON.stringify({ ...version, config: configHash(json) }))
}

/** Writes one file, with its compressed copies. */
export async function writeCompressed(
  folder: string,
  file: string,
  content: string | Uint8Array,
): Promise<void> {
  const target = join(folder, file)
  if (COMPRESSIBLE.test(file)) {
    await Promise.all([
      promisify(brotliCompress)(content).then((bytes) => writeAtomically(`${target}.br`, bytes)),
      promisify(gzip)(content, { level: 9 }).then((bytes) => writeAtomically(`${target}.gz`, bytes)),
    ])
  }
  await writeAtomically(target, content)
}

/** Writes a file in one step. The site may be in use, and no request may see half of a file. */
async function writeAtomically(target: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(target), { recursive: true })
  await writeFile(`${target}.new`, content)
  await rename(`${target}.new`, target)
}
