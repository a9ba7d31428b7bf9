import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'

/** What gets smaller; images of other kinds are small already. */
const COMPRESSED = /\.(html|js|css|svg)$/

/**
 * Writes the files of a build into `folder`, with a `.br` and a `.gz` beside each that gets smaller. What the page needs comes
 * before the page, so that nobody gets a page whose files are not there yet; assets of an earlier build stay, for tabs that
 * are open. `config.json` is none of them.
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

/** The configuration goes out as it is: a compressed one beside it would hide what an operator changes in it. */
export async function writeConfig(folder: string, json: string): Promise<void> {
  await put(join(folder, 'config.json'), json)
}

async function copy(dist: string, folder: string, file: string): Promise<void> {
  const content = await readFile(join(dist, file))
  const target = join(folder, file)
  if (COMPRESSED.test(file)) {
    await Promise.all([
      promisify(brotliCompress)(content).then((bytes) => put(`${target}.br`, bytes)),
      promisify(gzip)(content, { level: 9 }).then((bytes) => put(`${target}.gz`, bytes)),
    ])
  }
  await put(target, content)
}

/** At once as a whole: the site may be in use. */
async function put(target: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(target), { recursive: true })
  await writeFile(`${target}.new`, content)
  await rename(`${target}.new`, target)
}
