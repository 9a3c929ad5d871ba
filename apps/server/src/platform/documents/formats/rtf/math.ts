// Formulas of RTF: its groups are the elements of Office's formulas, with an “m” before their names.
import { formulaOf } from '../ooxml/math.ts'
import type { XmlChild } from '../xml.ts'

export interface MathNode {
  readonly name: string
  readonly attributes: Record<string, string>
  readonly children: XmlChild[]
}

export const mathNode = (name: string): MathNode => ({ name, attributes: {}, children: [] })

const NODE = /^m[a-zA-Z]{1,20}$/

/** Returns the node of a group; undefined for words of RTF itself. */
export const mathNodeOf = (word: string): MathNode | undefined =>
  NODE.test(word) ? mathNode(word.slice(1)) : undefined

/** Adds text: of a run its letters, of a property its value. */
export function addMathText(node: MathNode, text: string): void {
  if (node.name === 'r') node.children.push({ name: 't', attributes: {}, children: [text] })
  else if (text.trim() !== '') node.attributes['val'] = `${node.attributes['val'] ?? ''}${text}`.trim()
}

export const mathText = (node: MathNode): string => formulaOf(node)
