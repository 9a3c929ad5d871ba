// The formula typesetter of the page. Loaded with the first formula.
import 'katex/dist/katex.min.css'
import type { Element, Root } from 'hast'
import { mathReader, setFormulas } from './math-tree.ts'

/** The parser's extension for formulas, and what sets those that it finds. */
export const mathCode = { reader: mathReader, setFormulas: (parent: Root | Element) => setFormulas(parent) }
