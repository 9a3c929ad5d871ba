// Makes documents of the worst texts, and measures how the time of reading one grows with its length.
import { loadReader } from '../../src/platform/documents/formats/index.ts'
import { MIXED_TEXTS, WORST_TEXTS } from './worst-texts.ts'

interface Format {
  readonly name: string
  readonly mimeType: string
  readonly around: (text: string) => string
}

const MARKDOWN = { name: 'worst.md', mimeType: 'text/markdown' }

/** Each puts a text where its reader looks most closely. */
export const FORMATS: Readonly<Record<string, Format>> = {
  'a heading of Markdown': { ...MARKDOWN, around: (text) => `# a${text}b` },
  Markdown: { ...MARKDOWN, around: (text) => text },
  HTML: { name: 'worst.html', mimeType: 'text/html', around: (text) => `<h1>a${text}</h1><p>${text}</p>` },
  CSV: { name: 'worst.csv', mimeType: 'text/csv', around: (text) => `a,b\n1,${text}\n2,3` },
  RTF: { name: 'worst.rtf', mimeType: 'application/rtf', around: (text) => `{\\rtf1 a${text}b}` },
}

const LONG = 80_000
const SHARE = 4
/** Of quadratic work the whole takes 16 times as long as a quarter, of linear work 4 times. */
const MOST_TIMES = 10
/** Below this, what is measured is mostly chance. */
const LEAST_MS = 100
const TIMES = 3
/** A format gets one of so many texts, each format others. */
const FEWER = 3

/** Returns documents of all worst texts, as an upload has them. */
export const worstDocuments = ({ name, mimeType, around }: Format) =>
  Object.values(MIXED_TEXTS).map((textOf) => ({
    name,
    mime_type: mimeType,
    content: Buffer.from(around(textOf(LONG))).toString('base64'),
  }))

/** Returns the texts whose reading takes longer than their length explains, with what they took. `all` reads all texts. */
export async function slowTexts(format: Format, all: boolean): Promise<string[]> {
  const { mimeType, around } = format
  const place = Object.values(FORMATS).indexOf(format)
  const read = await loadReader(mimeType, false)
  const took = async (text: string): Promise<number> => {
    const bytes = Buffer.from(around(text))
    const before = process.threadCpuUsage()
    // A text that is no document of this format may be refused, but soon.
    await read(bytes).catch(() => undefined)
    const { user, system } = process.threadCpuUsage(before)
    return (user + system) / 1_000
  }
  const slow: string[] = []
  const texts = Object.entries(WORST_TEXTS).filter((_, at) => all || (at + place) % FEWER === 0)
  for (const [about, textOf] of texts) {
    const least = async (length: number, first = Infinity) => {
      let ms = first
      for (let time = 0; time < TIMES; time += 1) ms = Math.min(ms, await took(textOf(length)))
      return ms
    }
    const first = await took(textOf(LONG))
    if (first <= LEAST_MS) continue
    const quarter = await least(LONG / SHARE)
    if (first <= MOST_TIMES * quarter) continue
    const whole = await least(LONG, first)
    if (whole > LEAST_MS && whole > MOST_TIMES * quarter)
      slow.push(`${Math.round(whole)} ms: ${about}, ${Math.round(quarter)} ms for a quarter`)
  }
  return slow
}
