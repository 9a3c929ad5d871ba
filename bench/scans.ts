// How much of scanned pages text recognition reads: texts of the question set, drawn in one, two and three columns, gray, turned by up
// to 2°, as JPEG of quality 60 at 150, 200 and 300 dpi, in a PDF of pictures alone.
//   node bench/scans.ts [--text]
// Words are counted with their number; runs are five words one after the other, so they show the order of columns.
import { chromium, type Browser } from '@playwright/test'
import { findChromium } from '../e2e/chromium.ts'
import { scanOf } from '../e2e/scan.ts'
import { openDocuments, type Block } from '../apps/server/src/platform/documents/index.ts'
import { questionSet, type Language } from './lib/retrieval-set.ts'
import { runsOf, sharedOf, wordsOf, type Share } from './lib/words.ts'

const BUDGETS = { words: 0.97, runs: 0.9 }
const LANGUAGES: readonly { language: Language; reader: string }[] = [
  { language: 'en', reader: 'eng' },
  { language: 'de', reader: 'deu' },
  { language: 'bg', reader: 'bul' },
]
const RESOLUTIONS = [150, 200, 300]
/** Degrees by which pages are turned. */
const TURNS = [-2, -1.3, 0.7, 1.7, 2, -0.4, 1, -1.6, 0]
/** A page of A4 in CSS pixels. */
const PAGE = { width: 794, height: 1123 }

interface Scan {
  readonly name: string
  readonly text: string
  readonly bytes: Buffer
}

/** Returns paragraphs that fill a page, another part of the set for each number. */
function paragraphsFor(language: Language, number: number): string[] {
  const { paragraphs } = questionSet(language)
  const found: string[] = []
  for (let at = number * 7; found.join(' ').length < 1_900; at += 1)
    found.push(paragraphs[at % paragraphs.length]?.text ?? '')
  return found
}

async function scan(browser: Browser, language: Language, number: number): Promise<Scan> {
  const [columns, dpi] = [1 + (number % 3), RESOLUTIONS[Math.floor(number / 3) % 3] ?? 150]
  const turn = TURNS[number % TURNS.length] ?? 0
  const page = await browser.newPage({ viewport: PAGE, deviceScaleFactor: dpi / 96 })
  const paragraphs = paragraphsFor(language, number)
  await page.setContent(
    `<html lang="${language}"><body style="margin:0;background:#eee;filter:grayscale(1)">
      <div style="padding:60px;columns:${columns};column-gap:36px;font:15px/1.45 Georgia,'DejaVu Serif',serif;color:#222;transform:rotate(${turn}deg)">
        ${paragraphs.map((text) => `<p style="margin:0 0 10px">${text.replaceAll('<', '&lt;')}</p>`).join('')}
      </div></body></html>`,
  )
  const picture = await page.screenshot({ type: 'jpeg', quality: 60 })
  const size = { width: Math.round((PAGE.width * dpi) / 96), height: Math.round((PAGE.height * dpi) / 96) }
  await page.close()
  return {
    name: `${language}, ${columns} columns, ${dpi} dpi, turned by ${turn}°`,
    text: paragraphs.join('\n'),
    bytes: scanOf([picture], size),
  }
}

const share = ({ of, found }: Share): number => (of === 0 ? 1 : found / of)
const sum = (all: readonly Share[]): Share =>
  all.reduce((one, { of, found }) => ({ of: one.of + of, found: one.found + found }), { of: 0, found: 0 })
const percent = (value: Share): string => `${(share(value) * 100).toFixed(1)} %`.padStart(8)

const browser = await chromium.launch({ executablePath: findChromium() })
const documents = openDocuments(
  {},
  undefined,
  LANGUAGES.map(({ reader }) => reader),
)
const results: { words: Share; runs: Share }[] = []
try {
  for (const { language, reader } of LANGUAGES)
    for (let number = 0; number < 9; number += 1) {
      const { name, text, bytes } = await scan(browser, language, number)
      const file = { mimeType: 'application/pdf', size: bytes.length, bytes: () => [bytes] }
      const begun = performance.now()
      const { json } = await documents.read(file, { key: 'bench' }, { languages: [reader] })
      const read = (JSON.parse(json.toString()) as readonly Block[]).map((block) => block.text).join('\n')
      const words = sharedOf(wordsOf(text), wordsOf(read))
      const runs = sharedOf(runsOf(wordsOf(text)), runsOf(wordsOf(read)))
      results.push({ words, runs })
      const seconds = ((performance.now() - begun) / 1000).toFixed(1)
      console.log(name.padEnd(44), percent(words), percent(runs), `${seconds} s`.padStart(8))
      if (process.argv.includes('--text')) console.log(read)
    }
} finally {
  await browser.close()
  documents.close()
}
const all = { words: sum(results.map(({ words }) => words)), runs: sum(results.map(({ runs }) => runs)) }
console.log('all'.padEnd(44), percent(all.words), percent(all.runs))
if (share(all.words) < BUDGETS.words || share(all.runs) < BUDGETS.runs) {
  console.log('MISSED')
  process.exitCode = 1
}
