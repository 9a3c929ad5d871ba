// Speaker notes and comments of a slide.
import type { Block } from '../../blocks.ts'
import type { Package } from '../ooxml/package.ts'
import { allOf, childOf, childrenOf, innerText, nodesOf, type XmlNode } from '../xml.ts'
import { placeholderOf } from './masters.ts'
import { tableBlock } from '../tables.ts'
import { rowOf, type Shared } from './slide.ts'
import { linesOf } from './text.ts'

/** Returns the speaker notes of a slide, and their tables. */
export function readNotes({ parts }: Shared, slide: string, page: number): Block[] {
  const root = parts.part(parts.linked(slide, 'notesSlide'))
  const text = allOf(root, 'sp')
    .filter((shape) => {
      const type = placeholderOf(shape)?.type
      return type === 'body' || type === 'obj' || type === undefined
    })
    .map((shape) => linesOf(childOf(shape, 'txBody')))
    .filter(Boolean)
    .join('\n')
  const tables = allOf(root, 'tbl').flatMap(
    (table) =>
      tableBlock(
        childrenOf(table, 'tr').map((row) => rowOf(row).cells),
        { page },
      ) ?? [],
  )
  return [...(text ? [{ kind: 'text' as const, text: `Notes: ${text}`, page }] : []), ...tables]
}

/** Returns the reader of a slide's comments, in both forms of PowerPoint. */
export function openComments(
  parts: Package,
  presentation: string,
): (slide: string, page: number) => readonly Block[] {
  let names: ReadonlyMap<string, string> | undefined
  return (slide, page) => {
    const part = parts.linked(slide, 'comments')
    if (part === undefined) return []
    names ??= authorsOf(parts, presentation)
    const authors = names
    return allOf(parts.part(part), 'cm').flatMap((comment) =>
      [comment, ...childrenOf(childOf(comment, 'replyLst'), 'reply')].flatMap((one) => {
        const text = textOf(one)
        const author = authors.get(one.attributes['authorId'] ?? '')
        if (!text) return []
        return [
          { kind: 'text' as const, text: `[${author ? `Comment by ${author}` : 'Comment'}: ${text}]`, page },
        ]
      }),
    )
  }
}

const textOf = (comment: XmlNode): string =>
  (innerText(childOf(comment, 'text')) || linesOf(childOf(comment, 'txBody'))).trim()

function authorsOf(parts: Package, presentation: string): Map<string, string> {
  const lists = ['commentAuthors', 'authors'].map((type) => parts.part(parts.linked(presentation, type)))
  return new Map(
    lists.flatMap((list) =>
      nodesOf(list).map(({ attributes: { id = '', name = '' } }) => [id, name.trim()] as const),
    ),
  )
}
