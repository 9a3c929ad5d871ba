import type { Project, Tab } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { screen } from '@testing-library/dom'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { openPage } from '#test/page.tsx'
import { serverOf } from '#test/server.ts'
import { useTabs } from './api.ts'
import { useAdd } from './use-tab-tools.ts'

const PROJECT = { id: 3, defaultModelId: 1, defaultModelTagId: 1 } as Project
const tabOf = (id: number) => ({ id, projectId: 3, name: `Tab ${id}` }) as Tab

function Row() {
  const [chosen, choose] = useState(11)
  const tabs = useTabs(PROJECT.id).data ?? []
  const add = useAdd(PROJECT, choose)
  return (
    <>
      {tabs.map(({ id, name }) => (
        <p key={id}>{id === chosen ? `${name} is open` : name}</p>
      ))}
      <button type="button" onClick={add}>
        Add
      </button>
    </>
  )
}

test('an added tab is opened at once, not when the list was read again: the person may be in another tab then', async () => {
  let reads = 0
  const server = serverOf()
    .answer(contract.tabs.list, () => {
      reads += 1
      return reads === 1 ? { Projecttabs: [tabOf(11)] } : new Promise<never>(() => undefined)
    })
    .answer(contract.tabs.create, { projecttab: tabOf(12) })
  const { user } = await openPage(<Row />, { server })
  await screen.findByText('Tab 11 is open')
  await user.click(screen.getByRole('button', { name: 'Add' }))
  expect(await screen.findByText('Tab 12 is open')).toBeTruthy()
  expect(reads).toBe(2)
})
