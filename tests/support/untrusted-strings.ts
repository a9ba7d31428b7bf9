import blns from 'big-list-of-naughty-strings/blns.json' with { type: 'json' }

/** Our strings as JSON, with a line for each kind. Those of the package are not repeated here. */
const OWN = String.raw`
"\r" "\r\n" "\u00A0" "\u3000" "\u200B" "\uFEFFRex" "R\uFEFFex" " Rex " "Rex\n" "\u2060" "\u3164" "\u00AD"
"\"" "\"\"\"" "Rex \"the dog\"" "\"Rex" "Rex\"" "\",\"" "\";\"" "a,b" "a;b" "a\tb" "a\nb" "a\rb" "a\r\nb" "'" "''" "\\" "\\\"" "\"\r\n\"" "sep=;"
"=1+1" "=" "+" "-" "@" "@SUM(1+1)*cmd" "+1+1" "-2+3+cmd|' /C calc'!A0" "'=1+1" "''=1+1" "'''" "'-" "'@x" "'\t" "'\r" "\t=1" "\r=1" "\n=1" " =1" "\u00A0=1" "＝1+1" "＋1" "－1" "＠x" "\"=1\"" ",=1" "=\n=" "%00=1"
"-7" "+7" "'-7" "'+7" "-7.5" "-7,5" "+31612345678" "--7" "-7-7" "- 7" "1e309" "-1e5" "0x10" "007" "9223372036854775807" "99999999999999999999" "9.22337E+18" "2026-11-21"
"__proto__" "{\"__proto__\":{\"isAdmin\":true}}" "constructor" "toString" "[object Object]" "outcome" "id" "message"
"X: y\r\nSet-Cookie: z=1" "Rex%0d%0aSet-Cookie: a=b" "Rex\u560A\u560DSet-Cookie: a=b" "\u001B[31mred" "\u001B]0;Rex\u0007" "Rex\b\b\bMax" "//evil.example/%2e%2e" "?status=sold&limit=1#top" "%" "%E0%A4%A" "data:text/html,Rex"
"Ko\u0308ter" "ﬁ" "İIıi" "田中さん" "مرحبا (1) Rex" "שלום 1, Rex 2" "\u2028" "a\u2028b" "\u0085" "a\u0085b" "\uFFFD" "\uFFFE" "\u0001" "\u007F" "👩‍👩‍👧‍👦" "🏴󠁧󠁢󠁥󠁮󠁧󠁿" "🇳" "क्षि" "ẛ̣" "\uE000"
"\u202Eabc" "Rex\u202E" "\u202E\u202E\u202Ecba" "\u202BRex" "\u2067\u202ERex" "\u2066abc\u2069" "\u2069\u202ERex" "\u2069\u2069\u202ERex\u2066" "\u202Cabc" "\u200ERex\u200F" "Rex \u202Etxt.exe"
".*" "[" "(" "(?<=x" "^$" "a|b" "$&" "$1" "\\d+" "(a+)+$" "*" "?" "<%= 7*7 %>" "{{constructor.constructor(\"return 1\")()}}"
`

/**
 * Our own strings, besides those of the package. None has a NUL, with which the import refuses the
 * complete file.
 */
export const NAUGHTY_STRINGS: readonly string[] = [
  '',
  ' ',
  '\t',
  '\n',
  ...(OWN.match(/"(?:[^"\\]|\\.)*"/g) ?? []).map((text) => JSON.parse(text) as string),
  'a\u0300'.repeat(500),
  'x'.repeat(10_000),
  '"'.repeat(999),
  "'".repeat(999),
]

/** Unpaired surrogates, which can be pasted, but which a file or a Blob cannot hold. */
export const LONE_SURROGATES = [
  '\uD83D',
  '\uDC15',
  '\uDC15\uD83D',
  'a\uD83Db',
  '=\uD83D',
  '\uD83D"',
  "'=\uDC15",
]

/**
 * Markup that sets `__pwned` or sends a request when it runs
 * (tests/browser/untrusted-input.spec.ts).
 */
export const MARKUP: readonly string[] = [
  '</script></title></textarea></style>--><script>window.__pwned=1</script>',
  '"><img src=x onerror="window.__pwned=1">',
  "' onfocus=window.__pwned=1 autofocus x='",
  '" onpointerover="window.__pwned=1" style="position:fixed;inset:0',
  '<svg onload=window.__pwned=1>',
  '<iframe srcdoc="<script>parent.__pwned=1</script>"></iframe>',
  '<a href="javascript:window.__pwned=1">Rex</a>',
  '<math><mtext></p><script>window.__pwned=1</script>',
  '<base href="//evil.example/"><link rel=stylesheet href="//evil.example/x.css">',
  '<meta http-equiv=refresh content="0;url=//evil.example">',
  '<template shadowrootmode=open><slot onslotchange=window.__pwned=1>',
  '{{constructor.constructor("window.__pwned=1")()}}${window.__pwned=1}',
]

/** Returns a letter with combining marks that render far above and below its line (Zalgo text). */
const tall = (marks: number) => `Z${'\u030D\u0323\u0346\u0332'.repeat(marks / 4)}`

/** Strings that tend to break a layout. */
export const LAYOUT_BREAKERS: readonly string[] = [
  'W'.repeat(300),
  'Rex'.repeat(66) + '🐕🐕',
  tall(80),
  tall(10_000),
  '\u202E'.repeat(100) + 'Rex',
  'Rex '.repeat(2 ** 18),
  '﷽'.repeat(250),
  '\u0E49'.repeat(300),
  '\u00A0'.repeat(150) + 'Rex',
  // These are one letter to the line breaker, and in some fonts as wide as all of them.
  '\u1100'.repeat(250),
  '👩\u200D'.repeat(60) + '👩',
]

/** The complete corpus, which is the Big List of Naughty Strings and all of the above. */
export const UNTRUSTED_STRINGS: readonly string[] = [
  ...new Set([
    ...blns,
    ...NAUGHTY_STRINGS,
    ...LONE_SURROGATES,
    '\0',
    'R\0ex',
    '\0=1',
    ...MARKUP,
    ...LAYOUT_BREAKERS,
  ]),
]
