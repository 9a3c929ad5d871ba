import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, test } from 'vitest'
import { translations } from '#lib/translations.ts'
import conversation from '#texts/en/conversation.json' with { type: 'json' }
import type { Version } from '../versions/turns.ts'
import { DocumentNotices } from './document-notices.tsx'
import { EngineNotices } from './engine-notices.tsx'

beforeAll(() => {
  translations.start({ language: 'en', texts: { conversation } })
})

const name = 'Rules'
const versionWith = (...codes: string[]) =>
  ({
    run: { answer: { notices: codes.map((code) => ({ code, params: { name, datasourceId: 1 } })) } },
  }) as unknown as Version

const drawn = (...codes: string[]) =>
  renderToStaticMarkup(<DocumentNotices version={versionWith(...codes)} />)

test('says before the text that an answer is not from the documents, and why', () => {
  expect(drawn('DATASOURCE_EMPTY', 'DATASOURCE_LANGUAGE')).toContain(
    'Nothing found in “Rules”. This answer is not from your documents. The documents are in another language',
  )
  expect(drawn('DATASOURCE_NO_ROOM')).toContain('do not fit into this model’s context')
  expect(drawn('OPTIONS_UNUSED')).toBe('')
})

test('names the words that no document has, also with a reply in place of an answer', () => {
  const words = (count: number, list: string, ...more: string[]) => {
    const notices = [...more, 'DATASOURCE_WORDS'].map((code) => ({
      code,
      params: { name, words: list, count },
    }))
    const version = { run: { answer: { notices } } } as unknown as Version
    return renderToStaticMarkup(<DocumentNotices version={version} />)
  }
  expect(words(1, 'parental')).toContain('No document in “Rules” has the word “parental”.')
  expect(words(2, 'parental, twins')).toContain('No document in “Rules” has these words: parental, twins.')
  expect(words(1, 'parental', 'DATASOURCE_ONLY')).toContain('has the word “parental”')
})

test('a reply in place of an answer is not said to be from elsewhere', () => {
  const html = drawn('DATASOURCE_EMPTY', 'DATASOURCE_ONLY')
  expect(html).toContain('No model was asked: answers in this chat come only from “Rules”.')
  expect(html).not.toContain('This answer is not from your documents')
})

test('says how many documents are still being read', () => {
  const said = (count: number) => {
    const notices = [{ code: 'DATASOURCE_READING', params: { count, all: 40 } }]
    const version = { run: { answer: { notices } } } as unknown as Version
    return renderToStaticMarkup(<DocumentNotices version={version} />)
  }
  expect(said(12)).toContain('12 of 40 documents are still being read.')
  expect(said(1)).toContain('1 of 40 documents is still being read.')
})

test('notices about documents are not repeated after the text', () => {
  const version = versionWith('DATASOURCE_EMPTY', 'DATASOURCE_GONE', 'CONTENT_FILTERED')
  const html = renderToStaticMarkup(<EngineNotices version={version} />)
  expect(html).toContain('filtered part of this answer')
  expect(html).not.toContain('Nothing found')
})

test('says that a picture of the model is not shown, and what to ask for instead', () => {
  const html = renderToStaticMarkup(<EngineNotices version={versionWith('PICTURES_LEFT_OUT')} />)
  expect(html).toContain('The model sent a picture, which cannot be shown here. Ask for a description')
})
