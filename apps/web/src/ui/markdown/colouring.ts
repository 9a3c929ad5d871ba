// Highlights streaming code line by line, so that a new chunk only renders its own characters.
import type { Root } from 'hast'
import type { ReactNode } from 'react'

export type Highlight = (language: string, code: string) => Root | undefined

/** Code for rendering: the highlighted part, and the plain text after it. */
export interface ColouredCode {
  readonly coloured: ReactNode
  readonly rest: string
}

/** Streaming code is highlighted again when it has grown by this fraction, because longer code takes longer. */
const PART = 16

/** Returns a function that takes the longer code each time; `spans` renders a highlighted tree. */
export function createColouring(spans: (tree: Root) => ReactNode) {
  let known = {
    highlight: undefined as Highlight | undefined,
    language: '',
    code: '',
    coloured: null as ReactNode,
  }
  return (
    highlight: Highlight | undefined,
    language: string,
    code: string,
    writing: boolean,
  ): ColouredCode => {
    if (!highlight) return { coloured: null, rest: code }
    const same =
      known.highlight === highlight &&
      known.language === language &&
      code.slice(0, known.code.length) === known.code
    const until = writing ? code.lastIndexOf('\n') + 1 : code.length
    if (
      !same ||
      (writing ? until - known.code.length > known.code.length / PART : until !== known.code.length)
    ) {
      const part = code.slice(0, until)
      const tree = part === '' ? undefined : highlight(language, part)
      known = { highlight, language, code: tree ? part : '', coloured: tree ? spans(tree) : null }
    }
    return { coloured: known.coloured, rest: code.slice(known.code.length) }
  }
}
