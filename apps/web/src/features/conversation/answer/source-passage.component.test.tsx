import type { Source } from '@polylogue/contract'
import { screen } from '@testing-library/dom'
import { expect, test, vi } from 'vitest'
import { openPage } from '#test/page.tsx'
import { SourcePassage } from './source-passage.tsx'

const SOURCE: Source = { id: 1, title: 'Offer.pdf', place: 'p. 14', uri: '', quote: '' }
const NOT_COPIED = /was not copied/
const open = (source: Source) => openPage(<SourcePassage id="one" source={source} onClose={vi.fn()} />)

test('SHARE-15: a source of a copy has its name and place, and says that its document was not copied', async () => {
  await open(SOURCE)
  const panel = await screen.findByRole('group', { name: /Offer\.pdf/ })
  expect(panel.textContent).toBe('Offer.pdfp. 14The document was not copied with this chat.')
})

test('a passage that was shown is copied, and a document that is there is named without that sentence', async () => {
  await open({ ...SOURCE, quote: 'Fourteen weeks.' })
  expect(await screen.findByText('Fourteen weeks.')).toBeTruthy()
  expect(screen.getByText(NOT_COPIED)).toBeTruthy()
})

test('a document of a data source has its link', async () => {
  await open({ ...SOURCE, uri: '/datasources/4', quote: 'Fourteen weeks.' })
  expect(await screen.findByRole('link', { name: 'Open the source' })).toBeTruthy()
  expect(screen.queryByText(NOT_COPIED)).toBeNull()
})
