import { Component, memo, useId, useMemo, useState, type ReactNode } from 'react'
import { useTranslation } from '#lib/texts.ts'
import { hasMarkdownBlock } from './blocks.ts'
import { needsCjk } from './cjk-text.ts'
import { CitationContext, elements, FootnoteContext } from './elements.tsx'
import { createGrowing } from './growing-blocks.ts'
import { useLazyPart } from '#lib/lazy-part.ts'
import { safeLink } from './links.ts'
import { keptBlock } from './kept-blocks.ts'
import { endOf } from './least-height.ts'
import css from './markdown.module.css'
import { hasMath, writeMath } from './math-text.ts'
import { cjkPart, copyPart, fencesPart, mathPart } from './parts.ts'
import { keepProducts } from './products.ts'
import { readTree } from './read-tree.ts'
import { toReact } from './to-react.ts'
import { holdsUpThePage } from './too-much.ts'
import { shapeTree } from './tree.ts'

interface MarkdownProps {
  text: string
  /** The text still streams: shows a caret at its end, and only the growing block is parsed again. */
  streaming?: boolean
  /** The source numbers that `[n]` in the text can cite, and the handler that opens one, if they can be opened. */
  citations?: Citations | undefined
  /** Renders only the end, which surely fills this many pixels. */
  lowest?: number | undefined
}

export interface Citations {
  numbers: readonly number[]
  open?: ((number: number) => void) | undefined
}

/**
 * Renders a markdown text (GFM, formulas, code): never HTML, only safe links, no requests to other hosts. Highlighter and
 * formulas load with the first text that has them; until then both are readable text.
 */
export function Markdown({ text, streaming = false, citations, lowest }: MarkdownProps) {
  const [grow] = useState(createGrowing)
  const fences = useLazyPart(fencesPart, hasMarkdownBlock(text))
  const { groups, headings } = grow(fences ? fences(text, streaming) : text, streaming)
  const id = useId()
  const footnotes = useMemo(() => `fn${id.replaceAll(/\W/g, '')}-`, [id])
  const copy = useLazyPart(copyPart, /[|$]|\\[([]/.test(text))
  const cited = citations?.numbers.join(' ') ?? ''
  const from = lowest === undefined ? undefined : endOf(groups, lowest)
  return (
    <div className={css.markdown} data-streaming={streaming || undefined} onCopy={copy}>
      <FootnoteContext value={footnotes}>
        <CitationContext value={citations?.open}>
          {groups.map(
            (blocks, index) =>
              index >= (from?.group ?? 0) && (
                <Group
                  key={index}
                  blocks={blocks}
                  from={index === from?.group ? from.block : 0}
                  cited={cited}
                  footnotes={footnotes}
                  headings={headings}
                  caret={streaming && index === groups.length - 1}
                />
              ),
          )}
          {streaming && groups.length === 0 && <span className="pl-caret" />}
        </CitationContext>
      </FootnoteContext>
    </div>
  )
}

interface GroupProps extends Omit<BlockProps, 'text'> {
  blocks: readonly string[]
  /** Index of the first rendered block. */
  from: number
}

const Group = memo(function Group({ blocks, from, caret, ...rest }: GroupProps) {
  return blocks.map(
    (block, index) =>
      index >= from && (
        <Block key={index} text={block} caret={caret && index === blocks.length - 1} {...rest} />
      ),
  )
})

interface BlockProps {
  text: string
  cited: string
  footnotes: string
  headings: number
  caret: boolean
}

const Block = memo(function Block({ text, ...rest }: BlockProps) {
  const plain = <p className={css.plain}>{text}</p>
  if (holdsUpThePage(text)) return plain
  return (
    <Shield instead={plain}>
      <Rendered text={text} {...rest} />
    </Shield>
  )
})

function Rendered(block: BlockProps) {
  return block.text.includes('[^') ? <WithFootnotes {...block} /> : <Written {...block} />
}

function WithFootnotes(block: BlockProps) {
  const { t } = useTranslation('markdown')
  return (
    <Written {...block} words={{ footnoteLabel: t('footnotes'), footnoteBackLabel: t('footnoteBack') }} />
  )
}

interface WrittenProps extends BlockProps {
  /** Labels of footnotes; a text without footnotes needs none. */
  words?: { footnoteLabel: string; footnoteBackLabel: string }
}

function Written({ text, cited, footnotes, headings, caret, words }: WrittenProps) {
  const math = useLazyPart(mathPart, hasMath(text))
  const cjk = useLazyPart(cjkPart, needsCjk(text))
  const make = () => {
    const citations = new Set(cited === '' ? [] : cited.split(' ').map(Number))
    const readers = [...(cjk ? [cjk.reader] : []), ...(math ? [math.reader] : [])]
    const source = math ? writeMath(text).text : text
    const tree = readTree(cjk ? cjk.endAddresses(source) : source, readers, {
      clobberPrefix: footnotes,
      ...words,
    })
    math?.setFormulas(tree)
    keepProducts(tree)
    shapeTree(tree, { citations, caret, headings })
    return toReact(tree, elements, keepFootnotes)
  }
  // A growing block changes with every chunk, and footnote ids depend on their text: neither is cached.
  if (caret || words) return make()
  return keptBlock(`${headings} ${cited} ${math ? 'math' : ''}${cjk ? 'cjk' : ''}\n${text}`, make)
}

// The components check addresses themselves; this keeps data URL pictures and links within the page.
const keepFootnotes = (address: string, attribute: 'href' | 'src'): string =>
  attribute === 'src' || address.startsWith('#') || safeLink(address) ? address : ''

/** An error boundary: a text that breaks its renderer is shown as plain text. */
class Shield extends Component<{ instead: ReactNode; children: ReactNode }, { broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError() {
    return { broken: true }
  }

  override render() {
    return this.state.broken ? this.props.instead : this.props.children
  }
}
