// The rules of a printed page: its size, its foot, and the fonts of the page that prints it.
import type { PaperOrder } from '../paper.ts'

/** Returns the rules of pages: what is at their foot, and where they break. */
export function pageRules({ paper, words }: PaperOrder): string {
  const numbers = words.page
    .split(/(\{\{\w+\}\})/)
    .map((part) => COUNTERS[part] ?? quoted(part))
    .join(' ')
  const foot = `font:8.5pt var(--pl-font,sans-serif);color:#6b6b76`
  return `
@page{size:A4;margin:18mm 18mm 20mm;
  @bottom-left{content:${quoted(paper.letterhead.name)};${foot}}
  @bottom-right{content:${numbers};${foot}}}
body{margin:0;background:#fff}
.pl-print{width:auto;padding:0;font-size:10.5pt;line-height:1.5;hyphens:auto}
.pl-print header p.pl-letterhead{margin-bottom:18px}
.pl-print .pl-logo{display:block;max-width:60mm;max-height:16mm;margin-bottom:18px}
.pl-print h1{font-size:18pt;line-height:1.25}
.pl-print h1.pl-chat{margin-top:0;break-before:page;font-size:15pt}
.pl-print header + h1.pl-chat{margin-top:18px;break-before:auto}
.pl-print :is(h3,h4,h5,h6){break-after:avoid}
.pl-print h3{font-size:13pt}
.pl-print h4{font-size:11.5pt}
.pl-print :is(h5,h6){font-size:10.5pt}
.pl-print :is(p,li){orphans:2;widows:2}
.pl-print .pl-paper-question{border:1px solid var(--pl-line);break-inside:avoid-page;break-after:avoid-page}
.pl-print img{break-inside:avoid;max-height:240mm}
.pl-print .pl-paper-picture{display:block;margin-bottom:8px;max-height:100mm}
.pl-print pre{font-size:8.5pt;line-height:1.5;hyphens:none;break-inside:auto}
.pl-print code{font-size:.92em;hyphens:none}
.pl-print table{font-size:9.5pt}
.pl-print .pl-short{white-space:nowrap}
.pl-print thead{display:table-header-group}
.pl-print .pl-task{list-style:none;margin-inline-start:-20px}
.pl-print sup{font-size:.7em;line-height:0}
.pl-print math[display=block]{display:block math;margin:10px 0;text-align:center}
.pl-print section[data-footnotes] h2{display:none}`
}

const COUNTERS: Readonly<Record<string, string>> = {
  '{{page}}': 'counter(page)',
  '{{pages}}': 'counter(pages)',
}

/** Returns a text as a string of CSS. */
const quoted = (text: string): string =>
  `"${text.replaceAll(/[^\p{L}\p{N} .,&()-]/gu, (one) => `\\${(one.codePointAt(0) ?? 32).toString(16)} `)}"`

/** Returns the rules of a page's fonts, for another document. */
export function faces(page: Document): string {
  return [...page.styleSheets]
    .flatMap((sheet) => rulesOf(sheet).map((rule) => ({ rule, base: sheet.href ?? location.href })))
    .flatMap(({ rule, base }) =>
      rule instanceof CSSFontFaceRule
        ? rule.cssText.replaceAll(
            /url\(["']?([^"')]+)["']?\)/g,
            (_, address: string) => `url("${new URL(address, base).href}")`,
          )
        : [],
    )
    .join('\n')
}

function rulesOf(holder: CSSStyleSheet | CSSGroupingRule): CSSRule[] {
  try {
    return [...holder.cssRules].flatMap((rule) => (rule instanceof CSSGroupingRule ? rulesOf(rule) : rule))
  } catch {
    return []
  }
}
