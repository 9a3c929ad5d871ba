import { renderToStaticMarkup } from 'react-dom/server'
import { preparePaper } from '../../ui/markdown/index.ts'
import tokens from '../../ui/tokens.css?inline'
import { turnsOf, type Chat } from './chat.ts'
import { Paper } from './paper.tsx'
import styles from './paper.css?inline'
import type { Words } from './words.ts'

/** The file runs no scripts and makes no requests. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:"

/** Shows formulas as MathML: the styles and fonts of KaTeX HTML are not in the file. */
const FORMULAS = '.katex-html{display:none}.katex-display{display:block;margin:12px 0;text-align:center}'

/** Returns a chat as one self-contained HTML page, rendered like this page. */
export async function htmlFile(chat: Chat, words: Words, language: string): Promise<string> {
  await preparePaper(turnsOf(chat).map(({ responseText }) => responseText))
  const title = `${chat.project.name} · ${chat.tab.name}`
  const head = [
    '<meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<meta http-equiv="Content-Security-Policy" content="${POLICY}">`,
    '<meta name="robots" content="noindex">',
    renderToStaticMarkup(<title>{title}</title>),
    `<style>${tokens}${styles}${FORMULAS}body{margin:0;background:var(--pl-bg)}</style>`,
  ]
  const body = renderToStaticMarkup(<Paper chat={chat} words={words} />)
  const root = `<html lang="${language}" data-mantine-color-scheme="light">`
  return `<!doctype html>\n${root}<head>${head.join('\n')}</head><body>${body}</body></html>\n`
}
