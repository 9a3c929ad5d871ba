// Prints a document, in a frame of its own: all messages, whatever the page shows of them. Browsers save it as PDF.
import tokens from '#ui/tokens.css?inline'
import styles from '#ui/paper.css?inline'
import { type OnWritten, type PaperMessage, type PaperOrder } from '../paper.ts'
import { answerHead, exportedBy, factsOf, optionsOf, questionHead, sourceText } from '../typography.ts'
import { readAnswers } from '../write-paper.ts'
import { append, type Piece } from './pieces.ts'
import { faces, pageRules } from './page-rules.ts'

/** Resolves once the browser has printed the document, or its dialog is closed. Rejects with the reason of the signal. */
export async function printPaper(
  order: PaperOrder,
  { signal, onWritten }: { signal: AbortSignal; onWritten: OnWritten },
): Promise<void> {
  document.querySelector(`iframe[name="${NAME}"]`)?.remove()
  const frame = document.body.appendChild(document.createElement('iframe'))
  frame.name = NAME
  frame.tabIndex = -1
  frame.ariaHidden = 'true'
  Object.assign(frame.style, { position: 'fixed', insetInlineStart: '-10000px', width: '190mm', height: '0' })
  const [page, view] = [frame.contentDocument, frame.contentWindow]
  if (!page || !view) throw new Error('There is no frame to print')
  try {
    await fill(page, order, { signal, onWritten })
    await Promise.all([page.fonts.ready, ...[...page.images].map(drawn)])
    signal.throwIfAborted()
    await printed(view, order.paper.title)
  } finally {
    frame.remove()
  }
}

const NAME = 'paper'

/** Resolves once a picture can be printed; one that is broken has its description. */
const drawn = (picture: HTMLImageElement): Promise<unknown> => picture.decode().catch(() => undefined)

/** Prints the frame. The name of the file that browsers propose is the title of the whole page. */
async function printed(view: Window, title: string): Promise<void> {
  const before = document.title
  const done = new Promise((resolve) => view.addEventListener('afterprint', resolve, { once: true }))
  document.title = title
  try {
    view.focus()
    view.print()
    await done
  } finally {
    document.title = before
  }
}

async function fill(
  page: Document,
  order: PaperOrder,
  { signal, onWritten }: { signal: AbortSignal; onWritten: OnWritten },
): Promise<void> {
  const { paper } = order
  page.title = paper.title
  page.documentElement.lang = paper.language
  page.documentElement.setAttribute('data-mantine-color-scheme', 'light')
  const Sheet = (page.defaultView as unknown as { CSSStyleSheet: typeof CSSStyleSheet }).CSSStyleSheet
  const sheet = new Sheet()
  sheet.replaceSync([faces(document), tokens, styles, pageRules(order)].join('\n'))
  page.adoptedStyleSheets = [sheet]
  const main = page.body.appendChild(page.createElement('main'))
  main.className = 'pl-paper pl-print'
  main.append(head(page, order))
  const turns = paper.chats.flatMap(({ name, messages }) =>
    messages.map((message, index) => ({
      message,
      // The name of a tab is above its first message.
      name: index === 0 && paper.chats.length > 1 ? name : '',
    })),
  )
  let done = 0
  // Each answer is a task of its own, so that the page stays usable.
  const onAnswer = (pieces: Piece[]) => {
    const next = turns[done]
    if (!next) return
    if (next.name !== '') main.append(line(page, 'h1', next.name, 'pl-chat'))
    main.append(turn(page, next.message, { order, pieces }))
    done += 1
    onWritten(done, turns.length)
  }
  await readAnswers(order, turns.length, { signal, onAnswer })
}

function line(page: Document, tag: string, text: string, className = ''): HTMLElement {
  const made = page.createElement(tag)
  made.className = className
  made.dir = 'auto'
  made.append(text)
  return made
}

function head(page: Document, { paper, details, words }: PaperOrder): HTMLElement {
  const made = page.createElement('header')
  const { letterhead } = paper
  if (letterhead.logo) {
    const logo = made.appendChild(page.createElement('img'))
    Object.assign(logo, { src: letterhead.logo, alt: letterhead.name, className: 'pl-logo' })
  } else made.append(line(page, 'p', letterhead.name, 'pl-letterhead'))
  made.append(line(page, 'h1', paper.title))
  for (const text of [factsOf(paper, details), exportedBy(paper, words)])
    if (text !== '') made.append(line(page, 'p', text))
  return made
}

interface Answer {
  order: PaperOrder
  pieces: readonly Piece[]
}

function turn(page: Document, message: PaperMessage, { order, pieces }: Answer): HTMLElement {
  const made = page.createElement('section')
  const { words, details } = order
  const add = (tag: string, text: string, className = '') => {
    if (text !== '') made.append(line(page, tag, text, className))
  }
  if (message.question !== '') {
    add('h2', questionHead(message, order))
    add('p', message.files.map(({ name }) => name).join(', '), 'pl-paper-files')
    made.append(...picturesOf(page, message))
    add('div', message.question, 'pl-paper-question')
  }
  add('h2', answerHead(message, order))
  const options = details.options ? optionsOf(message) : ''
  add('p', options && `${words.options}: ${options}`, 'pl-paper-files')
  append(made, pieces)
  add('p', message.notice, 'pl-paper-files')
  made.append(...sourcesOf(page, message, words.sources))
  return made
}

/** The attached pictures. */
const picturesOf = (page: Document, { files }: PaperMessage): HTMLElement[] =>
  files.flatMap(({ name, picture }) => {
    if (!picture) return []
    const made = page.createElement('img')
    return [Object.assign(made, { src: picture, alt: name, className: 'pl-paper-picture' })]
  })

/** The notes of an answer: browsers have no footnotes on pages. */
function sourcesOf(page: Document, { sources }: PaperMessage, label: string): HTMLElement[] {
  if (sources.length === 0) return []
  const list = page.createElement('ol')
  list.className = 'pl-paper-sources'
  list.ariaLabel = label
  for (const source of sources) {
    const item = list.appendChild(page.createElement('li'))
    item.value = source.id
    item.append(sourceText(source))
    if (/^https?:\/\//.test(source.address)) item.append(`, ${source.address}`)
  }
  return [list]
}
