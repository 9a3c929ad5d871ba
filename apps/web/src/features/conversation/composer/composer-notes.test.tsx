import type { Model } from '@polylogue/contract'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, test } from 'vitest'
import { translations } from '#lib/translations.ts'
import conversation from '#texts/en/conversation.json' with { type: 'json' }
import models from '#texts/en/models.json' with { type: 'json' }
import { FinePrint } from './composer-notes.tsx'
import type { ComposerState } from './use-composer.ts'

beforeAll(() => {
  translations.start({ language: 'en', texts: { conversation, models } })
})

const drawn = (isLocal: boolean, confidential: boolean) => {
  const model = { isLocal, provider: 'Cloud' } as Model
  const composer = { model, confidential, unavailable: false, hindrance: undefined }
  return renderToStaticMarkup(<FinePrint composer={composer as ComposerState} />)
}

test('before asking an external model, the composer says that confidential messages are not sent to it', () => {
  expect(drawn(false, true)).toContain('They are not sent to Cloud.')
  for (const other of [drawn(false, false), drawn(true, true)]) expect(other).not.toContain('not sent')
})
