// Emphasis beside Chinese, Japanese, Korean and Thai letters, which CommonMark takes for text, and addresses before their
// punctuation. Loaded with the first text that has one of them.
import { cjkFriendlyExtension } from 'micromark-extension-cjk-friendly'
import { gfmStrikethroughCjkFriendly } from 'micromark-extension-cjk-friendly-gfm-strikethrough'
import { outsideCode } from './math-text.ts'
import type { Reader } from './read-tree.ts'

type Syntax = Reader['syntax'][number]
type Construct = Extract<NonNullable<Syntax['text']>[string], { tokenize: unknown }>
type Code = Parameters<ReturnType<Construct['tokenize']>>[0]

const STAR = 42
const LETTER = /\p{L}/u
/** Scripts without blanks between words that the extension does not know. */
const UNSPACED = /[\p{sc=Thai}\p{sc=Lao}\p{sc=Myanmar}\p{sc=Khmer}]/u
/** Letters that nobody writes emphasis into, unless it is a product or a parameter: those of scripts with blanks between words. */
const WORD =
  /(?![\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}\p{sc=Thai}\p{sc=Lao}\p{sc=Myanmar}\p{sc=Khmer}])[\p{L}\p{N}]/u
/** The end of a label or a quotation; brackets are left out, because `(a)**b` is a power. */
const LABEL_END = /[:!?…”“»"]/

/** Codes below zero are ends of lines and tabs. */
const letterOf = (code: Code): string => (code === null || code < 0 ? ' ' : String.fromCharCode(code))

/** Runs of stars that begin no label: behind the end of another one, or in a word, as in `f:**kwargs`. */
const inWords = new WeakSet<object>()

type Context = ThisParameterType<Construct['tokenize']>

/** Returns whether the last run that can open stands where a label begins. */
function hasLabel({ events }: Context, run: object): boolean {
  const last = events.findLast(
    ([, token]) => token.type === 'attentionSequence' && token._open === true && token !== run,
  )
  return last !== undefined && !inWords.has(last[1])
}

/**
 * Lets two stars also open and close beside letters of `UNSPACED`, and close between the end of a label and a letter if the label
 * has begun.
 */
function withLabels(strict: Construct): Construct {
  return {
    ...strict,
    tokenize(effects, ok, nok) {
      const before = letterOf(this.previous)
      let run: ReturnType<typeof effects.exit> | undefined
      const noting: typeof effects = { ...effects, exit: (type) => (run = effects.exit(type)) }
      const done = (code: Code) => {
        const after = letterOf(code)
        if (run !== undefined && run.end.offset - run.start.offset > 1) {
          run._open ||= UNSPACED.test(before) && after !== ' '
          const endsLabel = LABEL_END.test(before) && LETTER.test(after)
          run._close ||= before !== ' ' && (UNSPACED.test(after) || (endsLabel && hasLabel(this, run)))
          if (LABEL_END.test(before) || WORD.test(before)) inWords.add(run)
        }
        return ok(code)
      }
      return strict.tokenize.call(this, noting, done, nok)
    },
  }
}

const friendly: Syntax = cjkFriendlyExtension()
const strict = friendly.text?.[STAR] as Construct

/** Reads `**` and `~~` beside these letters and their punctuation, instead of the constructs of GFM. */
const reader: Reader = {
  syntax: [
    { ...friendly, text: { ...friendly.text, [STAR]: withLabels(strict) } },
    gfmStrikethroughCjkFriendly({ singleTilde: false }),
  ],
}

/** Punctuation that ends an address: “https://example.com，” has no comma in its path. */
const ENDS = '，。；：！？、（）【】「」『』《》〈〉〔〕｛｝“”‘’…'
// Each matches to its end, whatever follows, so that no part of a text is read twice.
const ADDRESS = new RegExp(`(^|[^(<"'=\\]])(https?://[^\\s<>${ENDS}]+)(?=([${ENDS}]?))`, 'g')
const WITHOUT_SCHEME = new RegExp(`(^|[^\\w(<"'=\\]/.@-])(www\\.[\\w./~%?&#+-]+)(?=([${ENDS}]?))`, 'g')
/** A link's text cannot have a link in it. */
const LINK_TEXT = /(\[[^[\]\n]*\](?=[([]))/

/** Returns the text with addresses that such punctuation follows as links, so that they end before it. */
function endAddresses(text: string): string {
  if (text.search(ADDRESS) < 0 && text.search(WITHOUT_SCHEME) < 0) return text
  return outsideCode(text, (part) =>
    part
      .split(LINK_TEXT)
      .map((one, at) => (at % 2 === 1 ? one : marked(one)))
      .join(''),
  )
}

const marked = (part: string): string =>
  part
    .replace(ADDRESS, (found: string, before: string, address: string, end: string) =>
      end === '' ? found : `${before}<${address}>`,
    )
    .replace(WITHOUT_SCHEME, (found: string, before: string, address: string, end: string) =>
      end === '' ? found : `${before}[${address.replaceAll('_', '\\_')}](http://${address})`,
    )

export const cjkCode = { reader, endAddresses }
