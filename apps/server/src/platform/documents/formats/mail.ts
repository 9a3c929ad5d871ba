import { loadMarkdown } from './html-markdown.ts'
import { markdownBlocks } from './markdown-blocks.ts'
import { unpaged, type Reader } from './reader.ts'
import { shallow } from './shallow.ts'

/** Loads the reader of mails: subject, people and date, then the body. */
export async function loadMail(): Promise<Reader> {
  const { default: PostalMime } = await import('postal-mime')
  const toMarkdown = await loadMarkdown()
  return async (bytes) => {
    const { subject, from, to, date, text, html } = await PostalMime.parse(bytes, { maxNestingDepth: 50 })
    const names = (list: readonly { name?: string; address?: string }[]) =>
      list.map(({ name, address }) => [name, address && `<${address}>`].filter(Boolean).join(' ')).join(', ')
    const head = [from && names([from]), to && names(to), date].filter(Boolean).join('\n')
    const body = text ?? (html ? toMarkdown(shallow(html).html) : '')
    return unpaged([
      ...(subject ? [{ kind: 'heading' as const, text: subject, level: 1 }] : []),
      ...(head ? [{ kind: 'text' as const, text: head }] : []),
      ...markdownBlocks(body),
    ])
  }
}
