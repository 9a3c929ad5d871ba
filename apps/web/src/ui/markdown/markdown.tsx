import { Component, memo, useId, useMemo, useState, type ReactNode } from 'react'
import ReactMarkdown, { type Options } from 'react-markdown'
import { useTranslation } from '../../lib/texts.ts'
import { CitationContext, elements, FootnoteContext } from './elements.tsx'
import { createGrowing } from './growing-blocks.ts'
import { useLazyPart } from '../../lib/lazy-part.ts'
import { safeLink } from './links.ts'
import { keptBlock } from './kept-blocks.ts'
import { endOf } from './least-height.ts'
import css from './markdown.module.css'
import { hasMath, writeMath } from './math-text.ts'
import { mathPart } from './parts.ts'
import { shapeTree } from './tree.ts'
import { readGfm } from './gfm.ts'
import { withoutHtml } from './without-html.ts'

interface MarkdownProps {
  text: string
  /** The text still grows: a caret stands at its end, and only the block that grows is read again. */
  streaming?: boolean
  /** The numbers of the sources that `[n]` in the text cites, and what opens one. */
  citations?: Citations | undefined
  /** Only the end is drawn: what surely fills so many pixels. */
  lowest?: number | undefined
}

export interface Citations {
  numbers: readonly number[]
  open(number: number): void
}

/**
 * A text in markdown (GFM, formulas, code) as a page: never HTML, links only to where links may lead, nothing fetched from
 * elsewhere. Code colours and formulas are loaded with the first text that has them; until then both are readable text.
 */
export function Markdown({ text, streaming = false, citations, lowest }: MarkdownProps) {
  const [grow] = useState(createGrowing)
  const { groups, headings } = grow(text, streaming)
  const id = useId()
  const footnotes = useMemo(() => `fn${id.replaceAll(/\W/g, '')}-`, [id])
  const cited = citations?.numbers.join(' ') ?? ''
  const from = lowest === undefined ? undefined : endOf(groups, lowest)
  return (
    <div className={css.markdown} data-streaming={streaming || undefined}>
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
  /** The first of them that is drawn. */
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

/** Longer than a reader will read, or nested deeper than a person writes: shown as it is rather than holding up the page. */
const TOO_LONG = 200_000
const TOO_DEEP = /^(?:[ \t]*(?:>|[-*+]|\d{1,9}[.)])[ \t]*){60}|[[*_~(!]{300}|(?:\[[^\]]{0,9}){300}/m

/** Marks of emphasis and links in one block: their pairing takes time that grows with their square. */
const TOO_MANY_MARKS = 6_000

function holdsUpThePage(text: string): boolean {
  if (text.length > TOO_LONG || TOO_DEEP.test(text)) return true
  return text.length > TOO_MANY_MARKS && text.replaceAll(/[^*_~[\]]/g, '').length > TOO_MANY_MARKS
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
  /** How footnotes are called; a text without any needs no words. */
  words?: { footnoteLabel: string; footnoteBackLabel: string }
}

function Written({ text, cited, footnotes, headings, caret, words }: WrittenProps) {
  const math = useLazyPart(mathPart, hasMath(text))
  const make = () => {
    const citations = new Set(cited === '' ? [] : cited.split(' ').map(Number))
    return ReactMarkdown({
      remarkPlugins: [readGfm, withoutHtml, ...(math?.remark ?? [])],
      rehypePlugins: [...(math?.rehype ?? []), [shapeTree, { citations, caret, headings }]],
      components: elements,
      urlTransform: keepFootnotes,
      remarkRehypeOptions: { clobberPrefix: footnotes, ...words },
      children: math ? writeMath(text).text : text,
    })
  }
  // A block that grows is another one with the next piece; footnotes are named after the text they stand in.
  if (caret || words) return make()
  return keptBlock(`${headings} ${cited} ${math ? 'math' : ''}\n${text}`, make)
}

// The elements look at addresses themselves; what is neither a link nor a picture has none. Pictures inside the text and
// links within the page would not survive react-markdown's own rule.
const keepFootnotes: NonNullable<Options['urlTransform']> = (url, key) => {
  if (key === 'src') return url
  return key === 'href' && (url.startsWith('#') || safeLink(url)) ? url : ''
}

/** A text that breaks its renderer stays readable, and breaks nothing else. */
class Shield extends Component<{ instead: ReactNode; children: ReactNode }, { broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError() {
    return { broken: true }
  }

  override render() {
    return this.state.broken ? this.props.instead : this.props.children
  }
}
