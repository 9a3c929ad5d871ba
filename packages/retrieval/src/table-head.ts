// The head of a table that a passage continues: it is in the context of the chunk, after the lines of title and headings.
import { shortened } from './blocks.ts'
import { TITLE } from './chunker.ts'

interface Placed {
  /** The name of the document. */
  readonly title: string
  readonly heading: string
  readonly context: string
}

/** Returns the head rows of the tables of a chunk that its text does not have, in lines; empty for none. */
export function tableHead({ title, heading, context }: Placed): string {
  const lines = context === '' ? [] : context.split('\n')
  // The title is left out where it is the first heading, and both are without `contextual`.
  const named = lines.findIndex(
    (line, at) => line !== heading && (at > 0 || line !== shortened(title, TITLE)),
  )
  return named === -1 ? '' : lines.slice(named).join('\n')
}

/** Returns a text with the head before it. */
export const withHead = (head: string, text: string): string => (head === '' ? text : `${head}\n${text}`)
