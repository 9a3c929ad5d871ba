import { Component, memo, useId, useState, type ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import ReactMarkdown, { type Options } from 'react-markdown'
import { EMPTY_SPLIT, extendSplit } from './blocks.ts'
import { CitationContext, elements, FootnoteContext } from './elements.tsx'
import { useLazyPart } from './lazy-part.ts'
import { safeLink } from './links.ts'
import { keptBlock } from './kept-blocks.ts'
import css from './markdown.module.css'
import { hasMath, writeMath } from './math-text.ts'
import { mathPart } from './parts.ts'
import { headingShift, shapeTree } from './tree.ts'
import { readGfm } from './gfm.ts'
import { withoutHtml } from './without-html.ts'

interface MarkdownProps {
  text: string
  /** The text still grows: a caret stands at its end, and only the block that grows is read again. */
  streaming?: boolean
  /** The numbers of the sources that `[n]` in the text cites, and what opens one. */
  citations?: Citations | undefined
}

export interface Citations {
  numbers: readonly number[]
  open(number: number): void
}

/**
 * A text in markdown (GFM, formulas, code) as a page: never HTML, links only to where links may lead, nothing fetched from
 * elsewhere. Code colours and formulas are loaded with the first text that has them; until then both are readable text.
 */
export function Markdown({ text, streaming = false, citations }: MarkdownProps) {
  const blocks = useBlocks(text, streaming)
  const footnotes = `fn${useId().replaceAll(/\W/g, '')}-`
  const cited = citations?.numbers.join(' ') ?? ''
  const headings = headingShift(blocks)
  return (
    <div className={css.markdown} data-streaming={streaming || undefined}>
      <FootnoteContext value={footnotes}>
        <CitationContext value={citations?.open}>
          {blocks.map((block, index) => (
            <Block
              key={index}
              text={block}
              cited={cited}
              footnotes={footnotes}
              headings={headings}
              caret={streaming && index === blocks.length - 1}
            />
          ))}
          {streaming && blocks.length === 0 && <span className="pl-caret" />}
        </CitationContext>
      </FootnoteContext>
    </div>
  )
}

/** Link definitions and footnotes reach across blocks: such a text is read as a whole once it has ended. */
const REACHES_ACROSS = /^ {0,3}\[[^\]\n]+\]:/m

function useBlocks(text: string, streaming: boolean): readonly string[] {
  const [split, setSplit] = useState(() => extendSplit(EMPTY_SPLIT, text))
  const current = split.text === text ? split : extendSplit(split, text)
  if (current !== split) setSplit(current)
  if (!streaming && REACHES_ACROSS.test(text)) return [text]
  return streaming ? withoutHalfFence(current.blocks) : current.blocks
}

/** The first marks of a fence are no text that anybody should see come and go. */
function withoutHalfFence(blocks: readonly string[]): readonly string[] {
  const last = blocks.at(-1)
  if (last === undefined || !/(?:^|\n)[`~]{1,3}$/.test(last)) return blocks
  return [...blocks.slice(0, -1), last.replace(/[`~]{1,3}$/, '')]
}

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

function Rendered({ text, cited, footnotes, headings, caret }: BlockProps) {
  const { t } = useTranslation('markdown')
  const math = useLazyPart(mathPart, hasMath(text))
  const make = () => {
    const citations = new Set(cited === '' ? [] : cited.split(' ').map(Number))
    return ReactMarkdown({
      remarkPlugins: [readGfm, withoutHtml, ...(math?.remark ?? [])],
      rehypePlugins: [...(math?.rehype ?? []), [shapeTree, { citations, caret, headings }]],
      components: elements,
      urlTransform: keepFootnotes,
      remarkRehypeOptions: {
        clobberPrefix: footnotes,
        footnoteLabel: t('footnotes'),
        footnoteBackLabel: t('footnoteBack'),
      },
      children: math ? writeMath(text).text : text,
    })
  }
  // A block that grows is another one with the next piece; footnotes are named after the text they stand in.
  if (caret || text.includes('[^')) return make()
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
