import type { DatasourceVectors } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { screen, waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { datasourceOf } from '#test/datasources.ts'
import { openPage } from '#test/page.tsx'
import { VectorProgress } from './vector-progress.tsx'

const open = (state: DatasourceVectors['state']) =>
  openPage(<VectorProgress datasource={datasourceOf({ vectors: { state, done: 32, total: 60 } })} />)

test('a source that is not searched by meaning says so, without a bar or a button', async () => {
  await open('off')
  expect(await screen.findByText('Search by meaning is switched off.')).toBeTruthy()
  expect(screen.queryByRole('progressbar')).toBeNull()
  expect(screen.queryByRole('button')).toBeNull()
})

test.each([
  ['making', 'Cancel preparing search by meaning', 'cancel'],
  ['cancelled', 'Continue preparing search by meaning', 'resume'],
] as const)('vectors that are %s have a bar and a button', async (state, name, action) => {
  const { user, server } = await open(state)
  server.answer(contract.vectors[action], {} as never)
  const bar = await screen.findByRole('progressbar', { name: 'Passages with vectors' })
  expect(bar.getAttribute('aria-valuenow')).toBe('32')
  await user.click(screen.getByRole('button', { name }))
  await waitFor(() => expect(server.sentTo(contract.vectors[action])).toHaveLength(1))
})
