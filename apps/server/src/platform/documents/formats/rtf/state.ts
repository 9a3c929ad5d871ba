// What holds inside a group of RTF and ends with it.
import type { Block } from '../../blocks.ts'
import type { Counts } from '../outline.ts'
import type { Font } from './charsets.ts'
import type { MathNode } from './math.ts'
import type { Paragraph, Story } from './story.ts'
import type { RowPlace } from './table.ts'

/** A field whose instruction and form are read before its result. */
export interface Field {
  code: string
  form: number | undefined
  chosen: number | undefined
  preset: number
  readonly entries: string[]
}

export interface State {
  /** Whether nothing of the group is read, or only what is no text. */
  isSkipped: boolean
  isMute: boolean
  /** Receives the text instead of the story. */
  capture: ((text: string) => void) | undefined
  /** Called at the end of the group. */
  onEnd: (() => void) | undefined
  story: Story
  isMargin: boolean
  /** Whether the group has just begun, and whether its first word names a part that old readers leave out. */
  isNew: boolean
  isOptional: boolean
  /** Where the words of `\upr` are: of their two forms only the second one is read. */
  wasMute: boolean
  isObject: boolean
  isNested: boolean
  list: 'fonts' | 'styles' | undefined
  field: Field | undefined
  math: MathNode | undefined
  font: number
  fallback: number
  isHidden: boolean
  isDeleted: boolean
  style: number
  heading: number | undefined
  level: number
  isInTable: boolean
  depth: number
}

export interface Style {
  name: string
  heading: number | undefined
  basedOn: number | undefined
}

/** What control words read and change. */
export interface Reading {
  state: State
  readonly counts: Counts
  readonly fonts: Map<number, Font>
  readonly styles: Map<number, Style>
  readonly heads: Block[]
  readonly feet: Block[]
  /** The encoding of the file, and its font where none is chosen. */
  encoding: string
  defaultFont: number
  title: string
  /** Notes so far, and whether the number of the next one stands in the text. */
  notes: number
  isNumbered: boolean
  /** The author of the next comment. */
  author: string
  /** The row that is defined: of an outermost table, and of one in a cell. */
  readonly rows: [RowPlace, RowPlace]
  /** Whether the definition of the next cell says that it continues another one. */
  isContinued: boolean
  /** The row that is defined at this place. */
  readonly row: RowPlace
  /** The paragraph as it would end here. */
  readonly paragraph: Paragraph
  put(text: string): void
  /** Adds a character by its number. */
  unicode(value: number): void
}

export const firstState = (story: Story): State => ({
  isSkipped: false,
  isMute: false,
  capture: undefined,
  onEnd: undefined,
  story,
  isMargin: false,
  isNew: false,
  isOptional: false,
  wasMute: false,
  isObject: false,
  isNested: false,
  list: undefined,
  field: undefined,
  math: undefined,
  font: 0,
  fallback: 1,
  isHidden: false,
  isDeleted: false,
  style: 0,
  heading: undefined,
  level: 0,
  isInTable: false,
  depth: 0,
})

/** Begins a text of its own inside of another one. */
export function beginStory(state: State, story: Story): void {
  Object.assign(state, { story, capture: undefined, math: undefined, field: undefined, isMute: false })
  resetParagraph(state)
  Object.assign(state, { isHidden: false, isDeleted: false })
}

export function resetParagraph(state: State): void {
  Object.assign(state, { style: 0, heading: undefined, level: 0, isInTable: false, depth: 0 })
}
