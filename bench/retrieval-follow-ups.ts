// Follow-ups that are recognised by their form, and questions that stand alone and are not.
//   node bench/retrieval-follow-ups.ts [--tune]     reports the other half; --tune the half for tuning, with its mistakes
// Follow-ups: `data/retrieval/follow-ups.json`, 40 pairs a language, each of three telling words or more. Stand-alone questions:
// those of the question sets. The rules of follow-ups.ts were tuned on the even places only.
// Exits with 1 when the other half misses a bar.
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { leansByForm } from '@polylogue/retrieval'
import { questionSet, type Language } from './lib/retrieval-set.ts'

/** Share of the follow-ups that are recognised at least, and of the stand-alone questions at most. */
const BARS = { followUps: 0.75, alone: 0.05 }

const isTuning = process.argv.includes('--tune')
const inHalf = (_: unknown, index: number) => index % 2 === (isTuning ? 0 : 1)
const file = join(import.meta.dirname, 'data/retrieval/follow-ups.json')
const pairs = JSON.parse(readFileSync(file, 'utf8')) as Readonly<
  Record<Language, readonly { readonly before: string; readonly question: string }[]>
>

function shareOf(questions: readonly string[], language: Language, expected: boolean): number {
  const leaning = questions.filter((question) => {
    const leans = leansByForm(question, [language])
    if (isTuning && leans !== expected) console.log(`  ${leans ? 'leans' : 'stands alone'}: ${question}`)
    return leans
  })
  return leaning.length / questions.length
}

const percent = (share: number) => `${(100 * share).toFixed(1)} %`

for (const language of ['en', 'de', 'bg'] as const) {
  const followUps = pairs[language].map(({ question }) => question).filter(inHalf)
  const { questions, unanswerable } = questionSet(language)
  const alone = [...questions.map(({ question }) => question), ...unanswerable].filter(inHalf)
  const found = shareOf(followUps, language, true)
  const wrong = shareOf(alone, language, false)
  console.log(
    `${language}, ${isTuning ? 'half for tuning' : 'other half'}: ${percent(found)} of ${followUps.length} follow-ups, ${percent(wrong)} of ${alone.length} that stand alone`,
  )
  if (!isTuning && (found < BARS.followUps || wrong > BARS.alone)) process.exitCode = 1
}
