import { charactersOf, type Block, type BlockDocument } from '../blocks.ts'
import { loadHtmlText } from './html.ts'
import { markdownBlocks } from './markdown-blocks.ts'
import { unpaged, type Reader } from './reader.ts'

/** Characters of a plain part that only says where the mail is. */
const NOTE = 300

/** Loads the reader of mails: subject, people and date, then the body. */
export async function loadMail(): Promise<Reader> {
  const { default: PostalMime } = await import('postal-mime')
  const readHtml = await loadHtmlText()
  return async (bytes) => {
    const { subject, from, to, cc, date, text, html } = await PostalMime.parse(bytes, { maxNestingDepth: 50 })
    const names = (list: readonly { name?: string; address?: string }[]) =>
      list.map(({ name, address }) => [name, address && `<${address}>`].filter(Boolean).join(' ')).join(', ')
    const head = [from && names([from]), to && names(to), cc && `Cc: ${names(cc)}`, date]
    const body = bodyOf(text ?? '', html ? readHtml(html, { isPage: false }) : undefined)
    const blocks: Block[] = [
      { kind: 'heading', text: (subject ?? '').trim(), level: 1 },
      { kind: 'text', text: head.filter(Boolean).join('\n') },
      ...body.blocks,
    ]
    return { ...unpaged(blocks), warnings: body.warnings }
  }
}

/** Returns the plain part; that in HTML if the plain one is empty or only points to it. */
function bodyOf(text: string, html: BlockDocument | undefined): BlockDocument {
  const plain = text.trim()
  const letters = html ? charactersOf(html.blocks) : 0
  if (html && (plain === '' || (plain.length < NOTE && letters > plain.length * 2))) return html
  return unpaged(markdownBlocks(text))
}
