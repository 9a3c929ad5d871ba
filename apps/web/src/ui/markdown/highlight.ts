// The syntax highlighter. Loaded with the first block that names its language.
import { common, createLowlight } from 'lowlight'
import type { Root } from 'hast'

const lowlight = createLowlight(common)

/** Returns the code as a tree of spans with highlight.js classes; undefined for an unknown language. */
export function highlight(language: string, code: string): Root | undefined {
  return lowlight.registered(language) ? lowlight.highlight(language, code) : undefined
}
