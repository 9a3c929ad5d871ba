import { contract } from '@polylogue/contract/browser'
import { screen, waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { useStoredSettings } from '#features/settings/index.ts'
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
/** Loads the settings, as the shell does. */
function Settings() {
  useStoredSettings()
  return null
}

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

test('when all tiles are hidden, the place says so and restores them', async () => {
  let value = '["one"]'
  const server = serverOf()
    .answer(contract.models.list, { Models: [] })
    .refuse(contract.projects.list)
    .refuse(contract.ideas.list)
    .refuse(contract.users.list)
    .answer(contract.settings.list, () => ({ Settings: [setting('hiddenTiles', value)] }))
    .answer(contract.settings.setByName, ({ body }) => {
      value = (body as { settingValue: string }).settingValue
      return { setting: setting('hiddenTiles', value) }
    })
  const { user } = await openPage(
    <>
      <Settings />
      <Tiles tiles={[tileOf('one'), tileOf('two')]} permissions={[]} />
    </>,
    { server },
  )
  await screen.findByRole('link', { name: /^two/ })
  await waitFor(() => expect(screen.queryByRole('link', { name: /^one/ })).toBeNull())
  await user.click(screen.getByRole('button', { name: 'Edit tiles' }))
  await user.click(screen.getByRole('button', { name: 'two Shown' }))
  expect(await screen.findByRole('button', { name: 'two Hidden' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Done' }))
  expect(await screen.findByRole('heading', { name: 'No dashboard items' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Restore all tiles' }))
  expect(await screen.findByRole('link', { name: /^one/ })).toBeTruthy()
  expect(screen.getByRole('link', { name: /^two/ })).toBeTruthy()
  expect(value).toBe('[]')
})
