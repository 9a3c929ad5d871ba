// Finds in the rendered thread and marks matches with the CSS Custom Highlight API. It changes no element, so React and
// streams are not disturbed.
import { findMatches, type Piece } from './find-matches.ts'

/** Maximum number of matches; a single letter has tens of thousands. */
const MAX = 5_000
/** Throttles the search of a streaming answer. */
const AGAIN_MS = 300
const ALL = 'pl-find'
const CURRENT = 'pl-find-current'

export interface FindResult {
  count: number
  /** Index of the current match; -1 if there is none. */
  index: number
  /** There are more matches than `count`. */
  more: boolean
}

export const NOTHING: FindResult = { count: 0, index: -1, more: false }

/** Searches in `root`; `box` is its scroll container, and `onFound` receives the result. */
export class Finder {
  readonly #root: HTMLElement
  readonly #box: HTMLElement
  readonly #onFound: (found: FindResult) => void
  readonly #mutations: MutationObserver
  #phrase = ''
  #ranges: Range[] = []
  #found = NOTHING
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(root: HTMLElement, box: HTMLElement, onFound: (found: FindResult) => void) {
    this.#root = root
    this.#box = box
    this.#onFound = onFound
    this.#mutations = new MutationObserver(() => {
      if (this.#phrase === '') return
      this.#timer ??= setTimeout(() => this.#again(), AGAIN_MS)
    })
    this.#mutations.observe(root, { childList: true, subtree: true, characterData: true })
  }

  /** Searches a phrase and scrolls to the first match at or below the current position. */
  search(phrase: string): void {
    this.#phrase = phrase
    this.#ranges = this.#rangesOf(phrase)
    this.#set(this.#nearest())
    this.#show()
  }

  /** Scrolls to the next match, or with -1 to the previous one; wraps around. */
  step(by: 1 | -1): void {
    const { length } = this.#ranges
    if (length === 0) return
    this.#set((this.#found.index + by + length) % length)
    this.#show()
  }

  end(): void {
    this.#mutations.disconnect()
    clearTimeout(this.#timer)
    this.#phrase = ''
    this.#ranges = []
    this.#mark()
  }

  #again(): void {
    this.#timer = undefined
    const before = this.#ranges[this.#found.index]
    this.#ranges = this.#rangesOf(this.#phrase)
    const same = this.#ranges.findIndex(
      (range) => range.startContainer === before?.startContainer && range.startOffset === before.startOffset,
    )
    this.#set(same >= 0 ? same : Math.min(Math.max(this.#found.index, 0), this.#ranges.length - 1))
  }

  #rangesOf(phrase: string): Range[] {
    const nodes: Text[] = []
    const pieces: Piece[] = []
    for (const text of this.#root.querySelectorAll('[data-text]')) collect(text, nodes, pieces)
    return findMatches(pieces, phrase, MAX).flatMap(({ from, to }) => {
      const [start, end] = [nodes[from.piece], nodes[to.piece]]
      if (!start || !end) return []
      const range = new Range()
      range.setStart(start, from.offset)
      range.setEnd(end, to.offset)
      return range
    })
  }

  #nearest(): number {
    const top = this.#box.getBoundingClientRect().top
    let index = this.#ranges.length - 1
    while (index > 0 && (this.#ranges[index - 1]?.getBoundingClientRect().top ?? 0) >= top) index -= 1
    return index
  }

  #set(index: number): void {
    const count = this.#ranges.length
    this.#found = { count, index, more: count === MAX }
    this.#mark()
    this.#onFound(this.#found)
  }

  #show(): void {
    this.#ranges[this.#found.index]?.startContainer.parentElement?.scrollIntoView({
      block: 'center',
      inline: 'nearest',
    })
  }

  #mark(): void {
    const current = this.#ranges[this.#found.index]
    if (!('highlights' in CSS)) return this.#outline(current)
    if (this.#ranges.length === 0) {
      CSS.highlights.delete(ALL)
      CSS.highlights.delete(CURRENT)
      return
    }
    CSS.highlights.set(ALL, new Highlight(...this.#ranges))
    const shown = new Highlight(...(current ? [current] : []))
    shown.priority = 1
    CSS.highlights.set(CURRENT, shown)
  }

  /** Outlines the paragraph of the match if the browser has no highlights. */
  #outline(current: Range | undefined): void {
    this.#root.querySelector('[data-found]')?.removeAttribute('data-found')
    current?.startContainer.parentElement?.setAttribute('data-found', '')
  }
}

const INLINE = new Set(
  'A ABBR B BDI CITE CODE DATA DEL EM I INS KBD MARK S SMALL SPAN STRONG SUB SUP'.split(' '),
)
/** Buttons and content for screen readers are not searched. */
const NO_TEXT = 'button, .sr, .katex-mathml, [data-no-text]'

function collect(root: Element, nodes: Text[], pieces: Piece[]): void {
  let block = (pieces.at(-1)?.block ?? 0) + 1
  const walk = (parent: Element) => {
    for (const child of parent.childNodes) {
      if (child instanceof Text) {
        nodes.push(child)
        pieces.push({ text: child.data, block })
      } else if (child instanceof Element && !child.matches(NO_TEXT)) {
        if (INLINE.has(child.tagName)) walk(child)
        else {
          block += 1
          walk(child)
          block += 1
        }
      }
    }
  }
  walk(root)
}
