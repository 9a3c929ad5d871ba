import type { ReactElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { preparePaper } from './markdown/index.ts'
import tokens from './tokens.css?inline'
import styles from './paper.css?inline'

/** The file runs no scripts and makes no requests. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"

/** Shows formulas as MathML: the styles and fonts of KaTeX HTML are not in the file. */
const FORMULAS = '.katex-html{display:none}.katex-display{display:block;margin:12px 0;text-align:center}'

interface HtmlPage {
  title: string
  language: string
  /** The texts that are rendered as markdown. */
  answers: readonly string[]
  /** A `main` with the class `pl-paper`, whose texts are rendered in a PaperContext. */
  body: ReactElement
}

/** Returns one self-contained HTML page with the styles of an exported chat. */
export async function htmlPage({ title, language, answers, body }: HtmlPage): Promise<string> {
  await preparePaper([...answers])
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
    '<meta name="robots" content="noindex">',
    renderToStaticMarkup(<title>{title}</title>),
    `<style>${tokens}${styles}${FORMULAS}body{margin:0;background:var(--pl-bg)}</style>`,
  ]
  const root = `<html lang="${language}" data-mantine-color-scheme="light">`
  return `<!doctype html>\n${root}<head>${head.join('\n')}</head><body>${renderToStaticMarkup(body)}</body></html>\n`
}
