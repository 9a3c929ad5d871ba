import { PROBLEMS } from '@polylogue/contract/browser'
import { describe, expect, test } from 'vitest'
import bgFirst from '#texts/bg/problems.json'
import bgLater from '#texts/bg/refusals.json'
import deFirst from '#texts/de/problems.json'
import deLater from '#texts/de/refusals.json'
import enFirst from '#texts/en/problems.json'
import enLater from '#texts/en/refusals.json'
import { ApiProblem } from './api.ts'
import { issuesOf, errorMessageOf, isGone } from './problem.ts'
import { Translations } from './translations.ts'

const en = { ...enFirst, ...enLater }
const de = { ...deFirst, ...deLater }
const bg = { ...bgFirst, ...bgLater }

const texts = new Translations()
texts.start({ language: 'de', texts: { problems: deFirst, refusals: deLater } })
const t = texts.of('de', 'problems')

describe('error messages in the user’s language', () => {
  test.each(Object.entries({ en, de, bg }))(
    'every error code of the contract has a message in %s',
    (_, sentences) => {
      const codes = [...Object.keys(PROBLEMS), 'OFFLINE', 'UNEXPECTED_HERE'].sort()
      const told = Object.keys(sentences).filter((key) => !/_(empty|over)$/.test(key))
      expect(told.sort()).toEqual(codes)
    },
  )

  test('the server and the page use the same English wording', () => {
    const forPrograms = [
      'MALFORMED_BODY',
      'MISSING_REQUESTED_WITH',
      'TOKEN_EXPIRED',
      'UNSUPPORTED_MEDIA_TYPE',
    ]
    const inThePage: Readonly<Record<string, string>> = en
    const told = Object.entries(PROBLEMS).filter(
      ([code, [, sentence]]) => !sentence.includes('{') && !forPrograms.includes(code),
    )
    expect(told.length).toBeGreaterThan(20)
    for (const [code, [, sentence]] of told) expect([code, sentence]).toEqual([code, inThePage[code]])
  })

  test.each(Object.entries({ en, de, bg }))(
    'every value of a message in %s is filled in',
    (language, sentences) => {
      const own = new Translations()
      own.start({ language, texts: { problems: sentences } })
      const inTheLanguage = own.of(language, 'problems')
      for (const [code, [status, sentence]] of Object.entries(PROBLEMS)) {
        const names = [...sentence.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => name ?? [])
        const params = Object.fromEntries(names.map((name) => [name, `the ${name}`]))
        const problem = new ApiProblem(status, code as keyof typeof PROBLEMS, sentence, {
          params,
          retryAfter: 7,
        })
        expect(errorMessageOf(problem, inTheLanguage).sentence).not.toMatch(/\{\{|\}\}/)
      }
      const params = { model: 'Llava 7b' }
      const unfit = new ApiProblem(409, 'RECOGNITION_MODEL_UNFIT', '', { params })
      expect(errorMessageOf(unfit, inTheLanguage).sentence).toContain('Llava 7b')
    },
  )

  test.each(Object.entries({ en, de, bg }))('variants for empty answers exist in %s', (_, sentences) => {
    const all: Readonly<Record<string, string>> = sentences
    const kept = Object.keys(all).filter((key) => /so far|bisherige Text|дотук/.test(all[key] ?? ''))
    const empty = Object.keys(all).filter((key) => key.endsWith('_empty'))
    expect(kept).toHaveLength(7)
    expect(empty.sort()).toEqual(kept.map((key) => `${key}_empty`).sort())
  })

  test.each(Object.entries({ en, de, bg }))(
    'every message in %s says what to do next, except for things not found',
    (_, sentences) => {
      const short = Object.entries(sentences).filter(([, text]) => text.split(/[.!?](?:\s|$)/).length < 3)
      expect(short.map(([code]) => code)).toEqual(['NOT_FOUND', 'NONE_FOUND'])
    },
  )

  test.each(Object.entries({ en: [enFirst, enLater], de: [deFirst, deLater], bg: [bgFirst, bgLater] }))(
    'what a stored answer can have ended with is among the first texts in %s',
    (_, [first, later]) => {
      const ends = Object.keys(PROBLEMS).filter((code) => /^(ENGINE|ANSWER|INTERRUPTED)/.test(code))
      // A call to a model server that is managed elsewhere is refused; no answer ends with it.
      expect(ends.filter((code) => !(code in (first ?? {})))).toEqual(['ENGINE_CANNOT'])
      expect(Object.keys(later ?? {}).filter((code) => code in (first ?? {}))).toEqual([])
    },
  )

  test('a failure before the first word does not mention kept text', () => {
    const problem = new ApiProblem(0, 'ENGINE_FAILED', '')
    expect(errorMessageOf(problem, t).sentence).toBe(de.ENGINE_FAILED)
    expect(errorMessageOf(problem, t, true).sentence).toBe(de.ENGINE_FAILED_empty)
    expect(errorMessageOf(new ApiProblem(0, 'ENGINE_AUTH', ''), t, true).sentence).toBe(de.ENGINE_AUTH)
  })

  test('says that a retry is possible once the waiting time is over', () => {
    const refused = (retryAfter: number) => new ApiProblem(0, 'ENGINE_RATE_LIMITED', '', { retryAfter })
    expect(errorMessageOf(refused(3), t).sentence).toContain('3 Sekunden')
    expect(errorMessageOf(refused(0), t).sentence).toBe(de.ENGINE_RATE_LIMITED_over)
  })

  test('translates a known code, with the time to wait', () => {
    const problem = new ApiProblem(429, 'TOO_MANY_ATTEMPTS', 'Too many attempts.', { retryAfter: 42 })
    expect(errorMessageOf(problem, t).sentence).toContain('42 Sekunden')
  })

  test('keeps the server’s message for an unknown code', () => {
    const code = 'BRAND_NEW' as 'UNEXPECTED'
    expect(errorMessageOf(new ApiProblem(409, code, 'The server’s own words.'), t).sentence).toBe(
      'The server’s own words.',
    )
  })

  test('shows the request id only for errors of the server', () => {
    const more = { requestId: 'abc' }
    expect(errorMessageOf(new ApiProblem(500, 'UNEXPECTED', '', more), t).requestId).toBe('abc')
    expect(errorMessageOf(new ApiProblem(404, 'NOT_FOUND', '', more), t).requestId).toBeUndefined()
  })

  test('shows an error thrown in the page as an error of the page', () => {
    expect(errorMessageOf(new TypeError('x is undefined'), t).sentence).toBe(de.UNEXPECTED_HERE)
  })

  test.each([
    [404, true],
    [400, true],
    [0, false],
    [401, false],
    [403, false],
    [429, false],
    [503, false],
  ])('a refusal with status %i says that the thing is gone: %j', (status, gone) => {
    expect(isGone(new ApiProblem(status, 'UNEXPECTED', ''))).toBe(gone)
  })

  test('a validation error names its fields', () => {
    const issues = [{ path: 'body.name', message: 'too long' }]
    const problem = new ApiProblem(400, 'VALIDATION_FAILED', '', { issues })
    expect(issuesOf(problem)).toEqual({ name: 'too long' })
  })
})
