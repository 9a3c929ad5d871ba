import type { Datasource } from '@polylogue/contract'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeAll, expect, test } from 'vitest'
import { translations } from '#lib/translations.ts'
import datasources from '#texts/en/datasources.json' with { type: 'json' }
import { SourceStatus } from './status.tsx'

beforeAll(() => translations.start({ language: 'en', texts: { datasources } }))

const drawn = (datasource: Partial<Datasource>) =>
  renderToStaticMarkup(<SourceStatus datasource={{ mediaWaiting: 0, ...datasource } as Datasource} />)

test('a data source without documents says so instead of its state', () => {
  expect(drawn({ status: 0, mediaCount: 0 })).toContain('No documents yet')
  expect(drawn({ status: 0, mediaCount: 0 })).not.toContain('Pending')
  expect(drawn({ status: 0, mediaCount: 1 })).toContain('Pending')
  expect(drawn({ status: 1, mediaCount: 40, mediaWaiting: 12 })).toContain('Indexing, 28 of 40')
})
