import type { MediaItem } from '@polylogue/contract'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, test } from 'vitest'
import { translations } from '#lib/translations.ts'
import datasources from '#texts/en/datasources.json' with { type: 'json' }
import media from '#texts/en/media.json' with { type: 'json' }
import { MediaStatus } from './status.tsx'

beforeAll(() => translations.start({ language: 'en', texts: { datasources, media } }))

test('a document whose upload stopped says so, and is not taken for one that waits or failed', () => {
  const media = { status: 0, size: 10, received: 4, recognizing: false } as MediaItem
  const sign = renderToStaticMarkup(<MediaStatus media={media} />)
  expect(sign).toContain('Upload not finished')
  expect(sign).not.toContain('data-status="failed"')
  expect(renderToStaticMarkup(<MediaStatus media={{ ...media, received: 10 }} />)).toContain('Pending')
})
