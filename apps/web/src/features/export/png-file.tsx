import { toBlob } from 'html-to-image'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { preparePaper } from '#ui/markdown/index.ts'
import type { Pictures } from './attached-pictures.ts'
import { turnsOf, type Chat } from './chat.ts'
import { fontsInUse } from './fonts-in-use.ts'
import { Paper } from './paper.tsx'
import '#ui/paper.css'
import type { ExportTexts } from './words.ts'

/** Maximum height of a canvas, in pixels, in every browser. */
const TALLEST = 16_000
const WIDTH = 868

/** Renders a chat as PNG; resolves with undefined if it is too tall for a canvas. */
export async function pngFile(chat: Chat, words: ExportTexts, pictures: Pictures): Promise<Blob | undefined> {
  await preparePaper(turnsOf(chat).map(({ responseText }) => responseText))
  const sheet = document.createElement('div')
  sheet.setAttribute('data-mantine-color-scheme', 'light')
  Object.assign(sheet.style, {
    position: 'fixed',
    top: '0',
    insetInlineStart: '-10000px',
    width: `${WIDTH}px`,
  })
  sheet.inert = true
  document.body.append(sheet)
  const root = createRoot(sheet)
  try {
    flushSync(() => root.render(<Paper chat={chat} words={words} pictures={pictures} />))
    showControls(sheet)
    await document.fonts.ready
    await loadPictures(sheet)
    const paper = sheet.firstElementChild
    if (!(paper instanceof HTMLElement)) return undefined
    const height = paper.offsetHeight
    if (height > TALLEST) return undefined
    const pixelRatio = height * 2 <= TALLEST ? 2 : 1
    const fontEmbedCSS = await fontsInUse()
    const blob = await toBlob(paper, {
      pixelRatio,
      width: WIDTH,
      height,
      style: { margin: '0' },
      fontEmbedCSS,
    })
    return blob ?? undefined
  } finally {
    root.unmount()
    sheet.remove()
  }
}

/** Waits for the pictures, whose heights count. One that cannot be drawn is taken out: drawing would wait for it. */
async function loadPictures(sheet: Element): Promise<void> {
  const decoded = async (picture: HTMLImageElement) => {
    // The sheet is out of sight, where a lazy one would not load.
    picture.loading = 'eager'
    await picture.decode().catch(() => picture.replaceWith(picture.alt))
  }
  await Promise.all(Array.from(sheet.querySelectorAll('img'), decoded))
}

/** Characters that XML, from which the picture is drawn, cannot have are among these. */
const ODD = /[\p{Cc}\ufffe\uffff]/gu
/** The first of the signs for control characters: ␀. */
const SIGNS = 0x2400

/** Shows control characters, for example of a terminal, by their signs. */
function showControls(sheet: Element): void {
  const shown = (text: string) =>
    text.toWellFormed().replaceAll(ODD, (one) => {
      const code = one.charCodeAt(0)
      if (code >= 0x20) return code < 0xa0 ? one : '\ufffd'
      return /\s/.test(one) && one !== '\v' && one !== '\f' ? one : String.fromCharCode(SIGNS + code)
    })
  const texts = document.createTreeWalker(sheet, NodeFilter.SHOW_TEXT)
  for (let text = texts.nextNode(); text; text = texts.nextNode())
    text.nodeValue = shown(text.nodeValue ?? '')
  for (const element of sheet.querySelectorAll('*'))
    for (const attribute of element.attributes) attribute.value = shown(attribute.value)
}
