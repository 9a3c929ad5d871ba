import { newlineToBreak } from 'mdast-util-newline-to-break'

/** A remark plugin that keeps single line breaks: models write addresses, letters and poems with them. */
export function lineBreaks(): typeof newlineToBreak {
  return newlineToBreak
}
