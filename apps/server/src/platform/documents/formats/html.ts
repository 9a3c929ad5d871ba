import { decodeHtml } from './decode.ts'
import { loadMarkdown } from './html-markdown.ts'
import { markdownBlocks } from './markdown-blocks.ts'
import { unpaged, type Reader } from './reader.ts'
import { shallow } from './shallow.ts'

/** Above this number of pieces a page is converted whole: finding its article takes a second per 50,000. */
const ARTICLE_PIECES = 50_000
/** An article with less of the page's text than this share is taken for a mistake. */
const ARTICLE_SHARE = 1 / 3

/** Loads the reader of web pages, which returns their article. */
export async function loadHtml(): Promise<Reader> {
  const { parseHTML } = await import('linkedom')
  const { Readability } = await import('@mozilla/readability')
  const toMarkdown = await loadMarkdown()
  return (bytes) => {
    const { html, pieces } = shallow(decodeHtml(bytes))
    const { document } = parseHTML(/<body[\s>]/i.test(html) ? html : `<html><body>${html}</body></html>`)
    for (const hidden of document.querySelectorAll('script, style, noscript, template, iframe, object'))
      hidden.remove()
    const whole = document.body?.innerHTML ?? ''
    const letters = document.body?.textContent?.length ?? 0
    type Page = ConstructorParameters<typeof Readability>[0]
    const found = pieces > ARTICLE_PIECES ? undefined : new Readability(document as unknown as Page).parse()
    const article = (found?.textContent?.length ?? 0) >= letters * ARTICLE_SHARE ? found : undefined
    const title = found?.title ? `# ${found.title}\n\n` : ''
    return Promise.resolve(unpaged(markdownBlocks(title + toMarkdown(article?.content || whole))))
  }
}
