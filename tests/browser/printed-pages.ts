import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { fileURLToPath } from 'node:url'
import type { BrowserContext } from '@playwright/test'
import type jsQR from 'jsqr'
import type { getDocument } from 'unpdf/pdfjs'

/** Millimetres from the top left corner of the page. */
export type Box = {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** What jsQR reads within a box. `finder`: the middle of the square at the top left of the code, from the page's corner. */
export type ReadCode = { readonly text: string; readonly finder: { readonly x: number; readonly y: number } }

/** What is printed in a box: `code` when it has one that can be read, `isBlank` when it is white. */
export type PrintedBox = { readonly code: ReadCode | undefined; readonly isBlank: boolean }

/** As printers of labels have. */
const DOTS_PER_MM = 8

const HOST = 'http://pictures.invalid'
const PDF_JS = fileURLToPath(import.meta.resolve('unpdf/pdfjs'))
const JS_QR = createRequire(import.meta.url).resolve('jsqr')

type Libraries = { pdfjs: { getDocument: typeof getDocument }; jsQR: typeof jsQR }

/**
 * Reads pictures in a tab of its own: pdf.js draws the pages of a PDF as a printer would, and jsQR, which shares nothing with
 * the library of the app, reads the codes in them.
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
  await page.evaluate(async () => {
    const path = '/pdfjs.mjs'
    Object.assign(globalThis, { pdfjs: await import(path) })
  })

  return {
    /** The sizes of all pages, and what is in these boxes of one page (from 0). */
    readPdf: (pdf: Buffer, number: number, boxes: readonly Box[]) =>
      page.evaluate(
        async ({ base64, pageNumber, scale, wanted }) => {
          const { pdfjs, jsQR: read } = globalThis as unknown as Libraries
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
          const drawing = canvas.getContext('2d')
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
            const found = read(picture.data, picture.width, picture.height, {
              inversionAttempts: 'dontInvert',
            })
            return {
              isBlank: picture.data.every((value) => value === 255),
              code: found
                ? {
                    text: found.data,
                    finder: {
                      x: (x + found.location.topLeftFinderPattern.x) / scale,
                      y: (y + found.location.topLeftFinderPattern.y) / scale,
                    },
                  }
                : undefined,
            }
          })
          await loading.destroy()
          return { sizes, printed }
        },
        { base64: pdf.toString('base64'), pageNumber: number, scale: DOTS_PER_MM, wanted: boxes },
      ),

    /** The text of the code in a PNG. */
    readPng: (png: Buffer) =>
      page.evaluate(async (base64) => {
        const { jsQR: read } = globalThis as unknown as Libraries
        const bitmap = await createImageBitmap(await (await fetch(`data:image/png;base64,${base64}`)).blob())
        const canvas = document.createElement('canvas')
        canvas.width = bitmap.width
        canvas.height = bitmap.height
        const drawing = canvas.getContext('2d')
        drawing?.drawImage(bitmap, 0, 0)
        const picture = drawing?.getImageData(0, 0, bitmap.width, bitmap.height)
        // Not tried inverted: white on black is what many scanners do not read.
        return (
          picture &&
          read(picture.data, picture.width, picture.height, { inversionAttempts: 'dontInvert' })?.data
        )
      }, png.toString('base64')),
  }
}
