import { refuse } from './sheet.ts'

/**
 * We refuse these files because SheetJS does not see which of their rows are hidden, and moves
 * cells behind blank ones (DECISIONS.md).
 */
export const OPEN_DOCUMENT_SPREADSHEET =
  'This is an OpenDocument spreadsheet (.ods). Save it as .xlsx or “CSV UTF-8”, then choose that file.'

const CHOOSE_A_SPREADSHEET = 'Choose an Excel or CSV file, or copy the rows and paste them.'

const WEB_PAGE =
  'This is a web page, not a spreadsheet. The download may have needed a sign-in: open it again where it came from, then choose the new file.'

/** The length in characters of the beginning of a text, which is enough to recognise its format. */
const BEGINNING = 2000

/** The tag with which a web page, or a part of one, begins. */
const HTML = /^<(?:!doctype html|[a-z][a-z\d]*(?:\s[^>]*)?\/?>)/i

/**
 * Returns whether a text is a SYLK file, a workbook as text. Headings that begin with "ID" are
 * none.
 */
export function isSylk(text: string): boolean {
  return /^ID;P[^\r\n]*[\r\n]+[A-Z];/.test(text.slice(0, BEGINNING))
}

/** Returns whether a text is HTML. Some programs save a table in this form, and name it .xls. */
export function isHtml(text: string): boolean {
  return HTML.test(beginningOf(text))
}

/** Returns whether a text is an "XML Spreadsheet 2003", which some programs name .xls. */
export function isXmlSpreadsheet(text: string): boolean {
  const beginning = text.slice(0, BEGINNING)
  return (
    /^\s*<\?xml|^\s*<(?:\w+:)?Workbook\b/.test(beginning) &&
    /urn:schemas-microsoft-com:office:spreadsheet|progid="Excel\.Sheet"/.test(beginning)
  )
}

/**
 * Refuses a text that is certainly no table, and says what it is.
 *
 * @throws {SheetProblem}
 */
export function refuseOtherText(text: string): void {
  const beginning = beginningOf(text)
  if (/^<svg\b/i.test(beginning)) refuseFormat('a picture (SVG)')
  if (/^<\?xml[^>]*>\s*<office:document\b/.test(beginning)) refuse(OPEN_DOCUMENT_SPREADSHEET)
  if (HTML.test(beginning)) refuseWebPage()
  if (/^<\?xml|^<!DOCTYPE/.test(beginning)) refuseFormat('an XML file')
  if (beginning.startsWith('{\\rtf')) refuseFormat('a text document (RTF)')
  if (/^(?:MIME-Version|Return-Path|Received|Delivered-To): /im.test(firstLineOf(beginning)))
    refuseFormat('an e-mail or a saved web page')
  if (isJson(beginning, text)) refuseFormat('a JSON file')
}

/**
 * Refuses a web page.
 *
 * @throws {SheetProblem}
 */
export function refuseWebPage(): never {
  return refuse(WEB_PAGE)
}

/**
 * Refuses a file of another format.
 *
 * @param format what it is, with its article
 * @param advice what the person can do
 * @throws {SheetProblem}
 */
export function refuseFormat(format: string, advice = CHOOSE_A_SPREADSHEET): never {
  return refuse(`This is ${format}, not a spreadsheet. ${advice}`)
}

/** Returns the beginning of a text without blanks and comments in front of it. */
function beginningOf(text: string): string {
  return text
    .slice(0, BEGINNING)
    .replace(/^[\s\uFEFF]+/, '')
    .replace(/^(?:<!--[\s\S]*?-->\s*)+/, '')
    .replace(/^<\?xml[^>]*\?>\s*(?=<!doctype html|<html)/i, '')
}

function firstLineOf(text: string): string {
  return text.split(/[\r\n]/, 1)[0] ?? ''
}

/**
 * Says whether a text is JSON, or lines that are JSON each. A row of a table may begin with a
 * bracket, too.
 */
function isJson(beginning: string, text: string): boolean {
  if (!/^[{[]/.test(beginning)) return false
  return canParse(text) || canParse(firstLineOf(beginning))
}

function canParse(text: string): boolean {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}
