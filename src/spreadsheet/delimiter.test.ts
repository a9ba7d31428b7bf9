// @vitest-environment node
import { expect, test } from 'vitest'
import { findDelimiter } from './delimiter.ts'

test.each([
  ['', ',', 0],
  ['name', ',', 0],
  ['name,categoryId', ',', 0],
  ['name;categoryId', ';', 0],
  ['name\tcategoryId', '\t', 0],
  ['"name";"categoryId"', ';', 0],
  ['\n\r\nname;categoryId', ';', 0],
  // Known names count more than the number of cells.
  ['name;categoryId;a,b,c,d,e', ';', 0],
  ['name,categoryId,a;b;c;d;e', ',', 0],
  ['"a;b;c;d",name,status', ',', 0],
  ['"a\n;;;",name,category', ',', 0],
  // No known name: the most cells, then the character that is least likely in a name.
  ['Rex;12;sold', ';', 0],
  ['Rex, the dog;12', ';', 0],
  ['Rex, the dog\t12', '\t', 0],
  ['Rex,12,sold', ',', 0],
  // A vertical bar only where the file says so.
  ['name|category', ',', 0],
  // Quotation marks that fit one delimiter only
  ['name;"a,b" c;category', ',', 0],
  ['"name', ',', 0],
  // A sep= line
  ['sep=;\nname,category', ';', 6],
  ['sep=;\r\nname,category', ';', 7],
  ['SEP=\t\rname', '\t', 6],
  ['sep=|\nname', '|', 6],
  ['sep=,', ',', 6],
  ['\uFEFFsep=;\nname', ';', 7],
  ['\uFEFFname;status', ';', 1],
  // Not a sep= line
  ['sep=;x\nname', ';', 0],
  ['"sep=;"\nname', ',', 0],
  ['sep=\nname', ',', 0],
  ['name,sep=;\n', ',', 0],
])('%j is separated by %j and starts at %d', (text, delimiter, start) => {
  expect(findDelimiter(text)).toEqual({ delimiter, start })
})
