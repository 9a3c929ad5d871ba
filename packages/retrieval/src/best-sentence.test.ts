import { expect, test } from 'vitest'
import { bestSentence, type TellingSpan } from './index.ts'

const spansIn = (text: string, words: Readonly<Record<string, number>>): TellingSpan[] =>
  Object.entries(words).flatMap(([word, weight]) =>
    [...text.matchAll(new RegExp(word, 'g'))].map(({ index }) => ({
      from: index,
      to: index + word.length,
      word,
      weight,
    })),
  )
const best = (text: string, words: Readonly<Record<string, number>>) => {
  const span = bestSentence(text, spansIn(text, words))
  return span && text.slice(span.from, span.to)
}

test('the sentence with the most telling words is the best one, the first of several', () => {
  const text =
    'A laptop is new. The laptop of a guest lasts. Laptops break: a laptop is replaced after four years.'
  expect(best(text, { laptop: 1, replaced: 5 })).toBe('Laptops break: a laptop is replaced after four years.')
  expect(best(text, { laptop: 1 })).toBe('A laptop is new.')
  expect(best(text, {})).toBeUndefined()
})

test('a word that is repeated counts once', () => {
  expect(best('Rent, rent, Rent and rent. The rent has a limit.', { rent: 2, limit: 1 })).toBe(
    'The rent has a limit.',
  )
})

test.each([
  [
    'Siehe § 5 Abs. 2 und Nr. 3 der Regel. Danach gilt sie.',
    'Regel',
    'Siehe § 5 Abs. 2 und Nr. 3 der Regel.',
  ],
  ['Er gilt z. B. im Urlaub. Sonst nicht.', 'Urlaub', 'Er gilt z. B. im Urlaub.'],
  ['Am 3. Mai endet die Frist. Dann ist Schluss.', 'Frist', 'Am 3. Mai endet die Frist.'],
  ['Section\nOne line.\nThe other line', 'other', 'The other line'],
  ['Tea | Dr. No. 5. Green | 3\nMilk | 2', 'Green', 'Tea | Dr. No. 5. Green | 3'],
])('the sentence of “%s”', (text, word, sentence) => {
  expect(best(text, { [word]: 1 })).toBe(sentence)
})

test('a long text takes linear time', () => {
  const text = 'Some words of one sentence. '.repeat(40_000)
  const spans = spansIn(text, { words: 1, sentence: 1 }).slice(0, 200)
  const before = process.cpuUsage().user
  for (const lines of [text, text.replaceAll('. ', '.\n')]) bestSentence(lines, spans)
  expect(process.cpuUsage().user - before).toBeLessThan(2_000_000)
})
