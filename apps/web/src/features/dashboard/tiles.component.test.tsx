import { contract } from '@polylogue/contract/browser'
import { screen, waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { openPage } from '#test/page.tsx'
import { serverOf } from '#test/server.ts'
import { Tiles } from './tiles-view.tsx'

const tileOf = (id: string) => ({
  id,
  icon: 'help-circle',
  to: `/${id}`,
  permission: '' as const,
  plugin: '' as const,
  title: { en: id },
  text: {},
})
const setting = (name: string, value: string) => ({ name, value }) as never

test('a tile hidden after the settings failed to load is added to the hidden ones', async () => {
  const server = serverOf()
    .answer(contract.models.list, { Models: [] })
    // Facts of other tiles.
    .refuse(contract.projects.list)
    .refuse(contract.ideas.list)
    .refuse(contract.users.list)
    .refuse(contract.settings.list)
    .answer(contract.settings.setByName, { setting: setting('hiddenTiles', '') })
  const { user } = await openPage(<Tiles tiles={[tileOf('one'), tileOf('two')]} permissions={[]} />, {
    server,
  })
  await user.click(await screen.findByRole('button', { name: 'Edit tiles' }))
  await user.click(screen.getByRole('button', { name: /two/ }))
  expect(await screen.findByText('Setting not stored')).toBeTruthy()
  expect(server.sentTo(contract.settings.setByName)).toEqual([])
  server.answer(contract.settings.list, { Settings: [setting('hiddenTiles', '["one"]')] })
  await user.click(screen.getByRole('button', { name: /two/ }))
  await waitFor(() =>
    expect(server.sentTo(contract.settings.setByName)).toEqual([
      { settingName: 'hiddenTiles', settingValue: '["one","two"]' },
    ]),
  )
})
