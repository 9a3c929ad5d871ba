import type { Label } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { screen } from '@testing-library/dom'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { openPage } from '#test/page.tsx'
import { serverOf } from '#test/server.ts'
import { LabelFilter } from './label-filter.tsx'
import { LabelsField } from './labels-field.tsx'

const LABELS: Label[] = [
  { id: 3, name: 'Harbour', description: '' },
  { id: 4, name: 'Quay', description: '' },
]

/** Without a layout, a list counts as scrolled away with its button, and is hidden. */
const field = () =>
  screen.findByRole<HTMLInputElement>('combobox', { name: 'Search categories', hidden: true })

const server = () =>
  serverOf().answer(contract.labels.categories, { Categories: LABELS }, { canDelete: false })

function Filter() {
  const [value, setValue] = useState<number[]>([])
  return <LabelFilter kind="categories" value={value} onChange={setValue} />
}

function Labels() {
  const [value, setValue] = useState<number[]>([])
  return <LabelsField kind="categories" value={value} onChange={setValue} />
}

test('a letter typed on the button searches the list, and Enter takes the first match', async () => {
  const { user } = await openPage(<Filter />, { server: server() })
  ;(await screen.findByRole('button', { name: 'Categories' })).focus()
  await user.keyboard('q')
  expect((await field()).value).toBe('q')
  const option = await screen.findByRole('option', { name: 'Quay', hidden: true })
  await expect.poll(async () => (await field()).getAttribute('aria-activedescendant')).toBe(option.id)
  await user.type(await field(), '{Enter}')
  await screen.findByRole('button', { name: '1 category' })
})

test('a list that is opened again has forgotten what was searched in it', async () => {
  const { user } = await openPage(<Filter />, { server: server() })
  const button = await screen.findByRole('button', { name: 'Categories' })
  await user.click(button)
  await user.type(await field(), 'zzz')
  await screen.findByText('Nothing matches “zzz”.')
  await user.keyboard('{Escape}')
  await user.click(button)
  expect((await field()).value).toBe('')
  expect(await screen.findAllByRole('option', { hidden: true })).toHaveLength(2)
})

test('a category is created by typing its name on the button and Enter', async () => {
  const created = { id: 5, name: 'Dock', description: '' }
  const scripted = server().answer(contract.labels.createCategory, { category: created })
  const { user } = await openPage(<Labels />, { server: scripted })
  ;(await screen.findByRole('button', { name: 'Add category' })).focus()
  await user.keyboard('D')
  await user.type(await field(), 'ock')
  await screen.findByRole('option', { name: /Dock/, hidden: true })
  await user.keyboard('{Enter}')
  await expect
    .poll(() => scripted.sentTo(contract.labels.createCategory))
    .toEqual([{ name: 'Dock', description: '' }])
})
