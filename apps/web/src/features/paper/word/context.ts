// What is gathered while a document is written, and where in it the writer is.
import type { NumberingDefinition, Paragraph, ParagraphChild } from 'docx'
import { levelOf } from './styles.ts'

export interface Note {
  id: number
  children: Paragraph[]
}

/** Gathered for the whole document. */
export class Gathered {
  /** The language of most of its text. */
  readonly language: string
  readonly notes: Note[] = []
  readonly lists: Exclude<NumberingDefinition, string>[] = []

  constructor(language: string) {
    this.language = language
  }

  /** Adds a note, which is made by `make` because notes are numbered in the order of the text; returns its number. */
  note(make: () => Paragraph[]): number {
    const note: Note = { id: this.notes.length + 1, children: [] }
    this.notes.push(note)
    note.children = make()
    return note.id
  }

  /** Adds a numbered list; returns its name. Each list is one of its own, so that it starts where it should. */
  list(level: number, start: number): string {
    const reference = `list-${this.lists.length + 1}`
    this.lists.push({ reference, levels: [levelOf(level, 'number', start)] })
    return reference
  }
}

/** The footnotes that an answer can refer to, and their numbers once it has. */
export interface Notes {
  /** Returns the mark of a source's footnote. */
  ofSource(number: number): ParagraphChild[]
  /** Returns the mark of one of the answer's own footnotes; undefined if it has no such footnote. */
  ofText(id: string): ParagraphChild[] | undefined
}

/** Where the writer is. */
export interface Place {
  gathered: Gathered
  notes: Notes
  /** The language of the text where it differs from the document's. */
  language: string | undefined
  /** Levels of lists around it. */
  level: number
  /** Levels of quotations around it. */
  quotes: number
  /** Indentation of what is no item itself, by the lists around it. */
  indent: number
  /** Style of its paragraphs. */
  style: string | undefined
}
