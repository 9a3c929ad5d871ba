// Collects the inline text of HTML: white space as a browser shows it, one line per line break.

/** The text of one block while it is read. */
export class Lines {
  #parts: string[] = []
  /** Whether a blank is due before the next letters. */
  #gap = false
  #isEmpty = true

  /** Adds text; blanks and line breaks in it become one blank. */
  text(raw: string): void {
    const text = raw.replace(/[\u00AD\u200B\u2060\uFEFF]+/g, '').replace(/\s+/g, ' ')
    if (text === '') return
    if (text === ' ') {
      this.#gap = true
      return
    }
    const begin = text.startsWith(' ') ? 1 : 0
    const end = text.endsWith(' ') ? text.length - 1 : text.length
    if (!this.#isEmpty && (this.#gap || begin === 1)) this.#parts.push(' ')
    this.#parts.push(text.slice(begin, end))
    this.#gap = end < text.length
    this.#isEmpty = false
  }

  /** Separates what follows from what is before. */
  gap(): void {
    this.#gap = true
  }

  /** Begins a new line. */
  break(): void {
    this.#parts.push('\n')
    this.#gap = false
    this.#isEmpty = true
  }

  /** Returns the text and begins a new one. */
  take(): string {
    const text = this.#parts
      .join('')
      .split('\n')
      .map((line) => line.trim())
      .filter(Boolean)
      .join('\n')
    this.#parts = []
    this.#gap = false
    this.#isEmpty = true
    return text
  }
}
