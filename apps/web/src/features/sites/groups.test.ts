import type { DatasourceSite, MediaItem } from '@polylogue/contract'
import { expect, test } from 'vitest'
import { entriesOf, summaryOf } from './groups.ts'

const NOW = Date.parse('2030-01-02T00:00:00Z')
const site = (id: number, more: Partial<DatasourceSite> = {}): DatasourceSite => ({
  id,
  datasourceId: 1,
  kind: 'sitemap',
  url: 'https://example.org/sitemap.xml',
  limit: 50,
  refresh: 'daily',
  due: '2030-01-03T00:00:00Z',
  checked: '2030-01-01T00:00:00Z',
  lastFailure: null,
  created: '2030-01-01T00:00:00Z',
  ...more,
})
const page = (id: number, more: Partial<MediaItem> = {}) =>
  ({
    media_id: id,
    siteId: 1,
    status: 2,
    chunks: 3,
    characters: 100,
    due: null,
    checked: null,
    lastFailure: null,
    ...more,
  }) as MediaItem

test('lists pages with their site, then other pages and those of unknown sites', () => {
  const media = [page(1, { siteId: null }), page(2), page(3, { siteId: 9 }), page(4)]
  expect(entriesOf(media, [site(1), site(2)])).toEqual([
    { site: site(1), pages: [media[1], media[3]] },
    { site: site(2), pages: [] },
    { media: media[0] },
    { media: media[2] },
  ])
})

test.each([
  [
    'ready and failed pages',
    [page(1), page(2, { status: 3 })],
    {},
    { status: 2, failed: 1, isChecking: false },
  ],
  ['a page being read', [page(1), page(2, { status: 1 })], {}, { status: 1 }],
  ['only failed pages', [page(1, { status: 3 })], {}, { status: 3 }],
  ['no pages yet', [], { due: '2030-01-01T00:00:00Z' }, { status: 1, isChecking: true }],
  ['no pages because the sitemap failed', [], { lastFailure: 'unreachable' as const }, { status: 3 }],
  ['a page that no longer exists', [page(1, { lastFailure: 'gone' })], {}, { status: 2, gone: 1 }],
  [
    'a page that is due',
    [page(1, { due: '2030-01-01T12:00:00Z', checked: '2030-01-01T13:00:00Z' })],
    {},
    { isChecking: true, checked: '2030-01-01T13:00:00Z', chunks: 3, characters: 100 },
  ],
])('summarises a site with %s', (_, pages, more, expected) => {
  expect(summaryOf({ site: site(1, more), pages }, NOW)).toMatchObject(expected)
})
