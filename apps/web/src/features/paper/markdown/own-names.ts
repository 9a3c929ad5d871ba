// The link definitions and footnotes of a message: in a document of many, the first one of a name would be that of all messages.
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { gfm } from 'micromark-extension-gfm'
import { holdsUpThePage } from '#ui/markdown/too-much.ts'

type Root = ReturnType<typeof fromMarkdown>
type Nodes = Root | Root['children'][number]

/** A text to insert at a place. */
interface Insertion {
  at: number
  text: string
}

/** As the page reads it: HTML is text. */
const SYNTAX = [gfm({ singleTilde: false }), { disable: { null: ['htmlFlow', 'htmlText'] } }]

/** Returns a text whose link definitions and footnotes begin with a prefix, also where they are used. Texts of links stay. */
export function withOwnNames(text: string, prefix: string): string {
  if (!text.includes(']:') || holdsUpThePage(text)) return text
  const tree = fromMarkdown(text, { extensions: SYNTAX, mdastExtensions: [gfmFromMarkdown()] })
  const insertions = insertionsIn(tree, text, prefix).toSorted((one, other) => one.at - other.at)
  let [changed, from] = ['', 0]
  for (const { at, text: inserted } of insertions) {
    changed += text.slice(from, at) + inserted
    from = at
  }
  return changed + text.slice(from)
}

function insertionsIn(node: Nodes, text: string, prefix: string): Insertion[] {
  const inner = 'children' in node ? node.children.flatMap((child) => insertionsIn(child, text, prefix)) : []
  const [start, end] = [node.position?.start.offset, node.position?.end.offset]
  if (start === undefined || end === undefined) return inner
  if (node.type === 'definition') return [...inner, { at: start + 1, text: prefix }]
  if (node.type === 'footnoteDefinition' || node.type === 'footnoteReference')
    return [...inner, { at: start + 2, text: prefix }]
  if (node.type !== 'linkReference' && node.type !== 'imageReference') return inner
  return [...inner, ofReference(node, text.slice(start, end), { start, end, prefix })]
}

/** Of `[text][name]`, `[name][]` and `[name]`. */
function ofReference(
  { referenceType, type }: { referenceType: 'full' | 'collapsed' | 'shortcut'; type: string },
  source: string,
  { start, end, prefix }: { start: number; end: number; prefix: string },
): Insertion {
  if (referenceType === 'full') return { at: start + beginOfName(source), text: prefix }
  const from = type === 'imageReference' ? 2 : 1
  if (referenceType === 'collapsed') return { at: end - 1, text: prefix + source.slice(from, -3) }
  return { at: end, text: `[${prefix}${source.slice(from, -1)}]` }
}

/** Returns where the name begins: after the last bracket that is not escaped. */
function beginOfName(source: string): number {
  const found = [...source.matchAll(/\\.|\[/gs)].findLast(([sign]) => sign === '[')
  return (found?.index ?? 0) + 1
}
