import { setImmediate } from 'node:timers/promises'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  languageOf,
  questionWords,
  rankSegments,
  scorePassages,
  type Candidate,
  type Scored,
  type TextLanguage,
} from './index.ts'
import { segmentOf } from './test/segments.ts'

interface Asking {
  language?: TextLanguage
  vectors?: ReadonlyMap<number, number>
  also?: readonly number[]
  about?: number
  context?: string
}

/** Ranks texts, each as a separate document, with ids from 1. */
async function search(question: string, texts: readonly string[], asking: Asking = {}) {
  const { language = 'en', vectors, also = [], about, context = '' } = asking
  const indexed = texts.map((text) => [`${context}\n${text}`])
  const ranked = rankSegments({
    words: questionWords(question, [language]),
    segments: [segmentOf(indexed, 1, language)],
    also: [...also, ...(vectors?.keys() ?? []), ...(about === undefined ? [] : [about])],
  })
  const candidates = ranked.best.map((chunk): Candidate => ({
    ...chunk,
    context,
    text: texts[chunk.chunkId - 1]!,
    language,
  }))
  return scorePassages({
    words: ranked.words,
    candidates,
    ...(vectors && { vectors }),
    ...(about !== undefined && { about }),
    pause: setImmediate,
  })
}

const adds = ({ score, why: { terms, neighbours, letters, vector } }: Scored) =>
  expect(terms.reduce((sum, { points }) => sum + points, neighbours + letters + (vector ?? 0))).toBeCloseTo(
    score,
    9,
  )

describe('matching a word', () => {
  test.each<[string, string, TextLanguage, string, string[]]>([
    ['travel', 'We Travel far', 'en', 'exact', ['Travel']],
    ['travelling', 'We travel and traveled', 'en', 'stem', ['travel', 'traveled']],
    ['printing', 'printers', 'en', 'beginning', ['printers']],
    ['Kostenpauschale', 'Die Reisekostenpauschale', 'de', 'letters', ['Reisekostenpauschale']],
    ['Rechnungsadresse', 'die Rehcnungsadresse', 'de', 'letters', ['Rehcnungsadresse']],
    ['EN-1090', 'the norm EN 1090', 'en', 'none', []],
    ['a@b.com', 'write to a@b.com', 'en', 'exact', ['a@b.com']],
    ['天気', '東京の天気', 'en', 'exact', ['天気']],
    ['猫', 'この猫が好き', 'en', 'stem', ['猫が']],
    ['猫', '私の猫', 'en', 'exact', ['猫']],
    ['อากาศ', 'วันนี้อากาศดีมาก', 'en', 'exact', ['อา']],
    ['자유', '우리는 자유를 사랑한다', 'en', 'exact', ['자유']],
    ['자유', '우리는 자유를 사랑한다'.normalize('NFD'), 'en', 'exact', ['자유'.normalize('NFD')]],
    ['Taxi', 'Die Taxis warten', 'de', 'stem', ['Taxis']],
    ['Größe', 'Die Gro\u0308ße zählt', 'de', 'exact', ['Gro\u0308ße']],
    ['Donaudampf', 'Der Donau\u00addampf', 'de', 'exact', ['Donau\u00addampf']],
    ['Home-Office', 'Das Home‑Office', 'de', 'exact', ['Home‑Office']],
    ['to be', 'to be', 'en', 'exact', ['to']],
  ])('%s in “%s” (%s): %s', async (question, text, language, how, as) => {
    const { about } = await search(question, [text, 'something else'], { language, about: 1 })
    const { terms } = about!.why
    expect(terms.find(({ word }) => word === question) ?? terms[0]).toMatchObject({ how, as })
    adds(about!)
  })
})

test('spans mark the words of the question in the text, not in the context', async () => {
  const text = 'Costs of EN-1090: all travel costs, too.'
  const { scored } = await search('travel cost EN-1090', [text], { context: 'Travel' })
  const [{ why }] = scored as [Scored]
  expect(why.spans.map(({ from, to }) => text.slice(from, to))).toEqual([
    'Costs',
    'EN-1090',
    'travel',
    'costs',
  ])
  expect(why.terms.find(({ word }) => word === 'travel')).toMatchObject({
    times: 2,
    as: ['Travel', 'travel'],
  })
})

test('a misspelled word finds the right passage among several with the same first letters', async () => {
  const texts = [
    'Contracts begin today.',
    'Contributions are paid.',
    'The controller counts.',
    'Nothing here.',
  ]
  const { scored } = await search('contribtuions', texts)
  expect(scored[0]).toMatchObject({ chunkId: 2 })
})

describe('coverage of the question', () => {
  test('is the share of the question found in a passage, with rare words weighted more', async () => {
    const texts = ['The blue whale eats krill.', 'A whale.', 'Krill is small.', 'Other whale.']
    const { scored } = await search('blue whale krill', texts)
    const cover = new Map(scored.map(({ chunkId, why }) => [chunkId, why.cover]))
    expect(cover.get(1)).toBeCloseTo(1)
    expect(cover.get(2)).toBeLessThan(cover.get(3)!)
    expect(scored.every(({ why }) => why.cover >= 0 && why.cover <= 1)).toBe(true)
  })

  test('makes a passage weak when most words of the question are unknown', async () => {
    const { scored } = await search('zeppelin airship hangar garden', [
      'The garden.',
      'Garden tools.',
      'A road.',
    ])
    expect(scored.map(({ why }) => why.weak)).toEqual([true, true])
    const { scored: good } = await search('garden tools', ['The garden.', 'Garden tools.', 'A road.'])
    expect(good[0]).toMatchObject({ chunkId: 2, why: { weak: false } })
  })

  test('is complete when a hyphenated word is written as two words', async () => {
    const { scored } = await search('EN-1090', ['The norm EN 1090 holds.', 'Other norms.'])
    expect(scored[0]?.why.cover).toBeCloseTo(1)
  })
})

describe('vectors', () => {
  const texts = ['Dogs bark.', 'Cats sleep.', 'Bicycles have two wheels.', 'Trains are long.']

  test('find passages without a word of the question, which are not weak if they are near', async () => {
    const vectors = new Map([
      [1, 0.2],
      [3, 0.9],
      [4, 0.3],
    ])
    const { scored } = await search('dogs', texts, { vectors })
    expect(scored.map(({ chunkId }) => chunkId)).toEqual([1, 3, 4])
    expect(scored.map(({ why }) => why.vector?.toFixed(1))).toEqual(['0.0', '70.0', '10.0'])
    expect(scored.map(({ why }) => why.weak)).toEqual([false, false, true])
    for (const one of scored) adds(one)
  })

  test('give null when there are none', async () => {
    const { scored } = await search('dogs', texts)
    expect(scored.map(({ chunkId, why }) => [chunkId, why.vector])).toEqual([[1, null]])
  })

  test('that are all equal give equal points', async () => {
    const { scored } = await search('dogs bark', texts, {
      vectors: new Map([
        [1, 0.5],
        [2, 0.5],
      ]),
    })
    expect(scored.map(({ why }) => why.vector)).toEqual([70, 70])
  })
})

test('a passage to explain gets its score without changing other scores', async () => {
  const texts = Array.from({ length: 120 }, (_, index) => `shared words ${'filler '.repeat(index)}`)
  const { scored } = await search('shared words', texts)
  const asked = await search('shared words', texts, { about: 119 })
  expect(scored).toHaveLength(50)
  expect(asked.scored).toEqual(scored)
  expect(asked.about).toMatchObject({ chunkId: 119, why: { terms: [{ how: 'exact' }, { how: 'exact' }] } })
  expect((await search('shared', texts, { about: 1 })).about).toMatchObject({ chunkId: 1 })
  expect((await search('shared', texts)).about).toBeNull()
})

test('long passages are scored up to a total length, but at least ten', async () => {
  const long = Array.from({ length: 30 }, () => `shared ${'filler '.repeat(3_000)}`)
  expect((await search('shared', long)).scored).toHaveLength(11)
  const longer = Array.from({ length: 30 }, () => `shared ${'filler '.repeat(9_000)}`)
  expect((await search('shared', longer)).scored).toHaveLength(10)
})

test('scoring passages pauses to let other work run', async () => {
  const texts = Array.from({ length: 50 }, (_, index) =>
    Array.from({ length: 900 }, (_, at) => `word${(index * 7_919 + at) % 60_000}`).join(' '),
  )
  const segment = segmentOf(texts.map((text) => [text]))
  const ranked = rankSegments({
    words: questionWords('word100 word8000 word9000', ['en']),
    segments: [segment],
    also: texts.map((_, index) => index + 1),
  })
  let pauses = 0
  await scorePassages({
    words: ranked.words,
    candidates: ranked.best.map((chunk) => ({
      ...chunk,
      rank: 1,
      context: '',
      text: texts[chunk.chunkId - 1]!,
      language: 'en',
    })),
    pause: async () => {
      pauses++
      await setImmediate()
    },
  })
  expect(pauses).toBeGreaterThan(0)
})

test('scores of any question and texts equal the sum of their parts, best first', async () => {
  const text = fc.string({ unit: 'grapheme', maxLength: 80 })
  const word = fc.oneof(
    text,
    fc.constantFrom('travel costs', 'Reisekosten', 'the', 'E1042', '東京都', 'home-office'),
  )
  const sentence = fc.array(word, { maxLength: 6 }).map((words) => words.join(' '))
  await fc.assert(
    fc.asyncProperty(
      fc.array(sentence, { minLength: 1, maxLength: 10 }),
      sentence,
      async (texts, question) => {
        const { scored } = await search(question, texts, { language: languageOf(question) })
        scored.forEach((one, index) => {
          adds(one)
          expect(one.score).toBeLessThanOrEqual(scored[index - 1]?.score ?? 230)
          expect(one.why.cover).toBeGreaterThanOrEqual(0)
          expect(one.why.cover).toBeLessThanOrEqual(1 + 1e-9)
          const own = texts[one.chunkId - 1]!
          one.why.spans.forEach(({ from, to }, at) => {
            expect(from).toBeGreaterThanOrEqual(one.why.spans[at - 1]?.to ?? 0)
            expect(own.slice(from, to).length).toBe(to - from)
          })
        })
      },
    ),
    { numRuns: 200 },
  )
})
