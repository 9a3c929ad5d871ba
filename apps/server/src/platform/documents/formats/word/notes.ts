// Footnotes, endnotes and comments: a mark in the text, and their own text after the paragraph.
import type { Block } from '../../blocks.ts'
import { nodesOf, type XmlNode } from '../xml.ts'
import { roman } from './numbers.ts'
import { Story, type NoteText, type Shared } from './story.ts'

type Kind = 'footnote' | 'endnote' | 'comment'

const NOTHING: NoteText = { mark: '', blocks: [] }

/** Returns the reader of a document's notes. Each is read once, where it is mentioned first. */
export function openNotes(document: string, shared: () => Shared): Shared['note'] {
  const known = new Map<Kind, ReadonlyMap<string, XmlNode>>()
  const marks = new Map<string, string>()
  const counts = { footnote: 0, endnote: 0, comment: 0 }
  let isInside = false
  return (kind, reference) => {
    const { parts } = shared()
    const id = reference.attributes['id'] ?? ''
    const part = parts.linked(document, `${kind}s`)
    const notes = known.get(kind) ?? notesOf(parts.part(part))
    known.set(kind, notes)
    const note = notes.get(id)
    const key = `${kind} ${id}`
    const before = marks.get(key)
    if (before !== undefined) return { mark: before, blocks: [] }
    if (!note || isInside) return NOTHING
    isInside = true
    const blocks = new Story(shared(), part ?? '').blocksOf(nodesOf(note))
    isInside = false
    const count = ++counts[kind]
    // An author's own mark stands in the text and in the note.
    const isOwn = reference.attributes['customMarkFollows'] !== undefined
    const label = kind === 'endnote' ? roman(count) : String(count)
    const mark = kind === 'comment' || isOwn ? '' : `[${label}]`
    marks.set(key, mark)
    return { mark, blocks: kind === 'comment' ? commentBlocks(note, blocks) : noteBlocks(mark, blocks) }
  }
}

function notesOf(root: XmlNode | undefined): ReadonlyMap<string, XmlNode> {
  const notes = nodesOf(root).filter(({ attributes: { type } }) => !type || type === 'normal')
  return new Map(notes.map((note) => [note.attributes['id'] ?? '', note]))
}

function noteBlocks(mark: string, blocks: readonly Block[]): readonly Block[] {
  const [first, ...others] = blocks
  if (!first || mark === '') return blocks
  if (first.kind === 'table') return [{ kind: 'text', text: mark }, ...blocks]
  return [{ kind: 'text', text: `${mark} ${first.text.trimStart()}` }, ...others]
}

function commentBlocks({ attributes }: XmlNode, blocks: readonly Block[]): readonly Block[] {
  const text = blocks.map((block) => block.text).join('\n')
  if (text === '') return []
  const author = attributes['author']?.trim()
  return [{ kind: 'text', text: author ? `[${author}: ${text}]` : `[${text}]` }]
}
