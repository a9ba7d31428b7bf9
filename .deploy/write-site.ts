import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

const COMPRESSIBLE = /\.(html|js|css|svg)$/

/**
 * Copies a build into `folder`, with a `.br` and a `.gz` next to each compressible file. `index.html` is written last, so that
 * no page is served before its assets. Assets of earlier builds stay for tabs that are open. `config.json` is left
 * out (`writeConfig`).
 */
export async function writeFiles(dist: string, folder: string): Promise<void> {
  const found = await readdir(dist, { recursive: true, withFileTypes: true })
  const files = found
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(join(dist, '/').length))
    .filter((file) => file !== 'config.json')
  await Promise.all(files.filter((file) => file !== 'index.html').map((file) => copy(dist, folder, file)))
  await copy(dist, folder, 'index.html')
}

/** Not compressed: servers would keep sending a stale `.br` after an administrator edits the file. */
export async function writeConfig(folder: string, json: string): Promise<void> {
  await writeAtomically(join(folder, 'config.json'), json)
}

async function copy(dist: string, folder: string, file: string): Promise<void> {
  const content = await readFile(join(dist, file))
  const target = join(folder, file)
  if (COMPRESSIBLE.test(file)) {
    await Promise.all([
      promisify(brotliCompress)(content).then((bytes) => writeAtomically(`${target}.br`, bytes)),
      promisify(gzip)(content, { level: 9 }).then((bytes) => writeAtomically(`${target}.gz`, bytes)),
    ])
  }
  await writeAtomically(target, content)
}

/** The site may be in use: no request may see half of a file. */
async function writeAtomically(target: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(target), { recursive: true })
  await writeFile(`${target}.new`, content)
  await rename(`${target}.new`, target)
}
