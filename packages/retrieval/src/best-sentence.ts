// Finds the sentence of a passage that has most of the question.
import type { Span } from './matching.ts'

/** A matched word of the question, and how much it tells. */
export interface TellingSpan extends Span {
  readonly word: string
  readonly weight: number
}

const segmenter = new Intl.Segmenter('en', { granularity: 'sentence' })

/**
 * Returns the sentence with the most telling words of the question, the first of several; undefined without a matched word. Only
 * lines that can have it are divided into sentences.
 */
export function bestSentence(text: string, spans: readonly TellingSpan[]): Span | undefined {
  const lines = linesWith(text, spans).toSorted(
    (one, other) => other.worth - one.worth || one.from - other.from,
  )
  let best: (Span & { readonly worth: number }) | undefined
  for (const line of lines) {
    if (best !== undefined && line.worth <= best.worth) break
    for (const sentence of sentencesIn(text, line)) {
      const worth = worthOf(line.spans.filter(({ from }) => from >= sentence.from && from < sentence.to))
      if (worth > (best?.worth ?? 0)) best = { ...sentence, worth }
    }
  }
  return best && { from: best.from, to: best.to }
}

interface Line extends Span {
  readonly spans: TellingSpan[]
  readonly worth: number
}

function linesWith(text: string, spans: readonly TellingSpan[]): Line[] {
  const lines: (Span & { readonly spans: TellingSpan[] })[] = []
  for (const span of spans.toSorted((one, other) => one.from - other.from)) {
    const last = lines.at(-1)
    if (last !== undefined && span.from < last.to) last.spans.push(span)
    else {
      const end = text.indexOf('\n', span.from)
      lines.push({
        from: text.lastIndexOf('\n', span.from) + 1,
        to: end === -1 ? text.length : end,
        spans: [span],
      })
    }
  }
  return lines.map((line) => ({ ...line, worth: worthOf(line.spans) }))
}

/** A repeated word counts once. */
function worthOf(spans: readonly TellingSpan[]): number {
  const words = new Map<string, number>()
  for (const { word, weight } of spans) words.set(word, Math.max(weight, words.get(word) ?? 0))
  return [...words.values()].reduce((sum, weight) => sum + weight, 0)
}

/** After these, a full stop ends no sentence: numbers, single letters and short words of capitals and lower case. */
const ABBREVIATED = /(?:^|[\s(])(?:\p{L}|\d{1,3}|\p{Lu}\p{Ll}{1,2}|bzw|vgl|ggf|usw|etc|vs|approx)\.\s*$/u
const GOES_ON = /^[\p{Ll}\d]/u

/** Returns the sentences of a line, without the blanks after them. A row of a table is one. */
function sentencesIn(text: string, { from, to }: Span): Span[] {
  const line = text.slice(from, to)
  if (line.includes(' | ')) return [{ from, to }]
  const sentences: { from: number; to: number }[] = []
  let isOpen = false
  for (const { index, segment } of segmenter.segment(line)) {
    const last = sentences.at(-1)
    const end = from + index + segment.trimEnd().length
    if (last !== undefined && (isOpen || GOES_ON.test(segment))) last.to = end
    else sentences.push({ from: from + index, to: end })
    isOpen = ABBREVIATED.test(segment.slice(-12))
  }
  return sentences
}
