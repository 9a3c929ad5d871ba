import { pageNonce } from '#lib/nonce.ts'

interface HostPage {
  language: string
  title: string
  paragraphs: readonly string[]
}

/** Foreign on purpose: other fonts and colours than the product's. */
const STYLE = `
html { color-scheme: light; background: #fff; }
body { margin: 0; color: #24313b; font: 400 14px/22px 'Liberation Sans', Arial, sans-serif; }
header { display: flex; align-items: center; height: 52px; padding: 0 24px; border-bottom: 3px solid #2c5f78; font-weight: 700; color: #2c5f78; }
main { display: grid; gap: 12px; padding: 24px; }
h1 { margin: 0; font-size: 22px; line-height: 28px; }
p { margin: 0; max-width: 560px; }
`

/** Returns a frame with a page of somebody else, for the widget to stand on: with windows and styles of its own. */
export function hostFrame(name: string, page: HostPage): HTMLIFrameElement {
  const frame = document.createElement('iframe')
  frame.title = name
  // The widget runs in it, and its chats can be saved.
  frame.setAttribute('sandbox', 'allow-scripts allow-same-origin allow-forms allow-popups allow-downloads')
  frame.srcdoc = sourceOf(page)
  return frame
}

function sourceOf({ language, title, paragraphs }: HostPage): string {
  const text = paragraphs.map((paragraph) => `<p>${escaped(paragraph)}</p>`).join('')
  return `<!doctype html><html lang="${escaped(language)}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${escaped(title)}</title><style nonce="${pageNonce()}">${STYLE}</style></head><body><header>${escaped(title)}</header><main><h1>${escaped(title)}</h1>${text}</main></body></html>`
}

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
