import type { CallData } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { screen, waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { openPage } from '#test/page.tsx'
import { serverOf } from '#test/server.ts'
import { usePins } from './pins.ts'

type Settings = CallData<typeof contract.settings.list>

function Pins() {
  const { pins, toggle } = usePins()
  return (
    <button type="button" onClick={() => toggle(9)}>
      {pins.length === 0 ? 'none' : pins.join()}
    </button>
  )
}

test('a project pinned before the settings are loaded is added to the stored pins', async () => {
  const stored: Settings = { Settings: [{ name: 'pinnedProjects', value: '[4,5]' }] as never }
  const loaded = Promise.withResolvers<Settings>()
  const server = serverOf()
    .answer(contract.settings.list, () => loaded.promise)
    .answer(contract.settings.setByName, { setting: { name: 'pinnedProjects' } as never })
  const { user } = await openPage(<Pins />, { server })
  await user.click(await screen.findByText('none'))
  loaded.resolve(stored)
  await screen.findByText('4,5,9')
  const sent = [{ settingName: 'pinnedProjects', settingValue: '[4,5,9]' }]
  await waitFor(() => expect(server.sentTo(contract.settings.setByName)).toEqual(sent))
})
