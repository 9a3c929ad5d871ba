import type { Share } from '@polylogue/contract'
import { screen } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { openPage } from '#test/page.tsx'
import { ShareRow } from './share-row.tsx'

const link: Share = {
  id: 1,
  tabId: 5,
  projectId: 4,
  name: 'Tender',
  created: '2026-11-24T09:00:00.000Z',
  expires: null,
  isExpired: false,
  opens: true,
  inBin: false,
  goesOn: false,
  sharedAt: '2026-11-24T09:00:00.000Z',
  names: false,
  reasoning: false,
  passages: false,
  files: [],
  audience: 'people',
  views: 0,
  lastOpened: null,
}

test('a link leads to its chat, and can be changed', async () => {
  await openPage(<ShareRow share={link} isNamed onAct={() => undefined} />)
  expect((await screen.findByRole('link', { name: 'Tender' })).getAttribute('href')).toBe('/projects/4?tab=5')
  expect(screen.getAllByRole('button')).toHaveLength(4)
})

test('a link of a chat that cannot be read any more leads nowhere, and can only be ended', async () => {
  await openPage(<ShareRow share={{ ...link, name: '', opens: false }} isNamed onAct={() => undefined} />)
  expect(await screen.findByText('A chat that you can no longer read')).toBeTruthy()
  expect(screen.queryByRole('link')).toBeNull()
  expect(screen.getAllByRole('button')).toHaveLength(1)
})

test('a link whose chat is in the recycle bin says so, and leads there', async () => {
  await openPage(<ShareRow share={{ ...link, opens: false, inBin: true }} isNamed onAct={() => undefined} />)
  expect(await screen.findByText('Tender')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'In the recycle bin' }).getAttribute('href')).toBe('/bin')
  expect(screen.getAllByRole('link')).toHaveLength(1)
  expect(screen.getAllByRole('button')).toHaveLength(1)
})
