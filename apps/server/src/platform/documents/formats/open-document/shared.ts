// What all parts of an OpenDocument share.
import { warningOf, type ReadWarning } from '../../blocks.ts'
import type { Counts } from '../outline.ts'
import type { XmlNode } from '../xml.ts'
import type { Numbering } from './numbering.ts'
import type { Styles } from './styles.ts'

/** Counts hidden sections and passages, which are left out. */
export class Hidden {
  count = 0

  warnings(): ReadWarning[] {
    return warningOf('hidden_text', { count: this.count })
  }
}

export interface Shared {
  readonly styles: Styles
  readonly numbering: Numbering
  readonly counts: Counts
  readonly hidden: Hidden
  readonly object: (link: string) => XmlNode | undefined
  /** Fields of forms by their ids. */
  readonly controls: Map<string, XmlNode>
}
