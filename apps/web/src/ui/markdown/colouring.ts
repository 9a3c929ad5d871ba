// Colours code that is being written: line by line, so that a new piece costs its own letters only.
import type { Root } from 'hast'
import type { ReactNode } from 'react'

export type Highlight = (language: string, code: string) => Root | undefined

/** Code as it is shown: what is coloured, and the letters behind it. */
export interface ColouredCode {
  readonly coloured: ReactNode
  readonly rest: string
}

/** While code is written, its colours are renewed when it has grown by this part: longer code takes longer to colour. */
const PART = 16

/** Give what it returns the longer code each time; `spans` makes elements of a highlighted tree. */
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
    const same = known.highlight === highlight && known.language === language && code.startsWith(known.code)
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
