import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { BrowserContext } from '@playwright/test'
import type jsQR from 'jsqr'
import type { getDocument } from 'unpdf/pdfjs'

/** The sides of a box in millimetres from the top left corner of the page. */
export type Box = {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/**
 * The print in a box. `text` is that of the code in it, if it can be read. `corner` is where the
 * black that is furthest to the right ends, and where it begins at the top there. If the code is at
 * the right, that is its corner, in millimetres from that of the page.
 */
export type PrintedBox = {
  readonly text: string | undefined
  readonly corner: { readonly x: number; readonly y: number }
  readonly isBlank: boolean
}

/** The resolution of printers of labels. */
const DOTS_PER_MM = 8

const HOST = 'http://pictures.invalid'
const PDF_JS = fileURLToPath(import.meta.resolve('unpdf/pdfjs'))
const JS_QR = createRequire(import.meta.url).resolve('jsqr')

type Libraries = {
  pdfjs: { getDocument: typeof getDocument }
  jsQR: typeof jsQR
}

/**
 * Reads pictures in a tab of its own. There, pdf.js draws the pages of a PDF as a printer would,
 * and jsQR, which shares nothing with the library of the app, reads the codes in them.
 */
export async function openPictures(context: BrowserContext) {
  const page = await context.newPage()
  await page.route(`${HOST}/**`, async (route) => {
    const isModule = route.request().url().endsWith('.mjs')
    await route.fulfill({
      contentType: isModule ? 'text/javascript' : 'text/html',
      body: isModule ? await readFile(PDF_JS) : '<!doctype html>',
    })
  })
  await page.goto(HOST)
  await page.addScriptTag({ path: JS_QR })
  await page.addScriptTag({ content: readCode.toString() })
  await page.evaluate(async () => {
    const path = '/pdfjs.mjs'
    Object.assign(globalThis, { pdfjs: await import(path) })
  })

  return {
    /** Returns the sizes of all pages, and the print in these boxes of one page (from 0). */
    readPdf: (pdf: Buffer, number: number, boxes: readonly Box[]) =>
      page.evaluate(
        async ({ base64, pageNumber, scale, wanted }) => {
          const { pdfjs } = globalThis as unknown as Libraries
          const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0))
          const loading = pdfjs.getDocument({ data: bytes })
          const pdfDocument = await loading.promise
          const MM = 25.4 / 72
          const sizes: { width: number; height: number }[] = []
          for (let index = 1; index <= pdfDocument.numPages; index += 1) {
            const [left = 0, bottom = 0, right = 0, top = 0] = (await pdfDocument.getPage(index)).view
            sizes.push({ width: (right - left) * MM, height: (top - bottom) * MM })
          }
          const pdfPage = await pdfDocument.getPage(pageNumber + 1)
          const viewport = pdfPage.getViewport({ scale: scale * MM })
          const canvas = document.createElement('canvas')
          canvas.width = Math.round(viewport.width)
          canvas.height = Math.round(viewport.height)
          await pdfPage.render({ canvas, viewport }).promise
          const drawing = canvas.getContext('2d', { willReadFrequently: true })
          if (drawing === null) throw new Error('no canvas')
          const printed = wanted.map(({ left, top, width, height }): PrintedBox => {
            const [x, y] = [Math.round(left * scale), Math.round(top * scale)]
            // Chromium rounds the paper down to whole points.
            const picture = drawing.getImageData(
              x,
              y,
              Math.min(Math.round(width * scale), canvas.width - x),
              Math.min(Math.round(height * scale), canvas.height - y),
            )
            const isDark = (column: number, row: number) =>
              (picture.data[4 * (row * picture.width + column)] ?? 255) < 128
            const rows = Array.from({ length: picture.height }, (_, row) => row)
            let right = picture.width
            while (right > 0 && !rows.some((row) => isDark(right - 1, row))) right -= 1
            const firstRow = rows.findIndex((row) => isDark(right - 2, row))
            const isBlank = picture.data.every((value) => value === 255)
            return {
              isBlank,
              corner: { x: (x + right) / scale, y: (y + firstRow) / scale },
              text: isBlank ? undefined : readCode(picture),
            }
          })
          await loading.destroy()
          return { sizes, printed }
        },
        { base64: pdf.toString('base64'), pageNumber: number, scale: DOTS_PER_MM, wanted: boxes },
      ),

    /** Returns the text of the code in a PNG. */
    readPng: (png: Buffer) =>
      page.evaluate(async (base64) => {
        const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${base64}`)).blob())
        const canvas = document.createElement('canvas')
        canvas.width = bitmap.width
        canvas.height = bitmap.height
        const drawing = canvas.getContext('2d')
        drawing?.drawImage(bitmap, 0, 0)
        const picture = drawing?.getImageData(0, 0, bitmap.width, bitmap.height)
        return picture && readCode(picture)
      }, png.toString('base64')),
  }
}

/**
 * Reads a code. It runs in the page, as a global function, and tries several sizes, as a scanner in
 * a hand has it. At one size alone, jsQR misses the squares of some codes.
 */
function readCode(picture: ImageData): string | undefined {
  const { jsQR: read } = globalThis as unknown as Libraries
  const source = new OffscreenCanvas(picture.width, picture.height)
  source.getContext('2d')?.putImageData(picture, 0, 0)
  for (const scale of [1, 1.5, 0.75]) {
    const [width, height] = [Math.round(picture.width * scale), Math.round(picture.height * scale)]
    const drawing = new OffscreenCanvas(width, height).getContext('2d')
    if (drawing === null) throw new Error('no canvas')
    drawing.drawImage(source, 0, 0, width, height)
    // Inverted codes are not tried, because many scanners do not read white on black.
    const { data } = drawing.getImageData(0, 0, width, height)
    const found = read(data, width, height, { inversionAttempts: 'dontInvert' })
    if (found) return found.data
  }
  return undefined
}
