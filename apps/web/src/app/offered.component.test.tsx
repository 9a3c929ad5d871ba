// What is not installed is not offered, and what is kept is found (PLUGIN-1, PLUGIN-2, SETTING-5).
import type { PluginId, Setting } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { screen, waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { useApiInPalette } from '#features/api/palette.ts'
import { useBookmarksInPalette } from '#features/bookmarks/palette.ts'
import { useIdeasInPalette } from '#features/ideas/palette.ts'
import { useNotificationsInPalette } from '#features/notifications/palette.ts'
import { useItemsInPalette } from '#features/palette/index.ts'
import { promptKind } from '#features/prompts/kind.ts'
import { useStoredSettings } from '#features/settings/index.ts'
import { LookAndFeelDialog } from '#features/theme/look-and-feel-dialog.tsx'
import { useTranslateInPalette } from '#features/translate/palette.ts'
import { OwnSettings } from '#features/users/profile/own-settings.tsx'
import { openDialog, openPage } from '#test/page.tsx'
import { serverOf } from '#test/server.ts'

const settingOf = (name: Setting['name'], value: string, settingId = 63): Setting => ({
  settingId,
  name,
  value,
  validUntil: '9999-12-30T23:59:59.000Z',
  modified: '2026-01-05T08:00:00.000Z',
})

const without = (...plugins: PluginId[]) =>
  serverOf().answer(contract.settings.list, {
    Settings: plugins.map((id) => settingOf(`plugin.${id}`, 'false')),
  })

/** Says when the settings are loaded, as the shell does. */
function Settings() {
  return useStoredSettings().data ? <i>loaded</i> : null
}

const open = async (view: React.ReactElement, server: ReturnType<typeof serverOf>) => {
  const page = await openPage(
    <>
      <Settings />
      {view}
    </>,
    { server },
  )
  await screen.findByText('loaded')
  return page
}

/** The entries of these features in the palette. */
function Entries() {
  const sources = [
    useBookmarksInPalette(),
    useApiInPalette(),
    useNotificationsInPalette(),
    useTranslateInPalette(),
    useIdeasInPalette(),
    useItemsInPalette(promptKind, undefined),
  ]
  const all = sources.flatMap((source) => Object.values(source).flat())
  return (
    <ul>
      {all.map((entry) => (
        <li key={entry.id}>{`${entry.id} ${JSON.stringify(entry.target)}`}</li>
      ))}
    </ul>
  )
}

const entries = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent ?? '')

test('the palette has each bookmark, and opens those to other sites beside the page', async () => {
  const list = [
    { title: 'Tender', uri: '/projects/5?tab=2' },
    { title: 'Weather', uri: 'https://weather.example.org/today' },
  ]
  const server = serverOf().answer(contract.settings.list, {
    Settings: [settingOf('bookmarks', JSON.stringify(list), 33)],
  })
  await open(<Entries />, server)
  await waitFor(() =>
    expect(entries().slice(0, 2)).toEqual([
      'bookmark-/projects/5?tab=2 {"to":"/projects/5?tab=2"}',
      'bookmark-https://weather.example.org/today {"beside":"https://weather.example.org/today"}',
    ]),
  )
})

test('the palette has the entries of installed plugins only', async () => {
  const named = () => entries().map((text) => text.split(' ')[0])
  await open(<Entries />, without())
  const all = named()
  const offered = ['page-ideas', 'action-add-idea', 'page-prompts', 'page-notifications']
  expect(all).toEqual(expect.arrayContaining(offered))
  document.body.replaceChildren()
  await open(
    <Entries />,
    without('api', 'real-time-notifications', 'translate', 'prompt-ideas', 'prompt-repository'),
  )
  expect(named()).toEqual(['page-bookmarks'])
})

test.each<PluginId>(['theme-builder', 'prompt-stats'])(
  'without %s the profile does not offer it',
  async (plugin) => {
    const choices = () => document.querySelectorAll('button, input').length
    await open(<OwnSettings />, without())
    const all = choices()
    document.body.replaceChildren()
    await open(<OwnSettings />, without(plugin))
    expect(choices()).toBe(all - 1)
  },
)

test('“Look and feel” has colours and the way to the theme builder with their plugins only', async () => {
  const view = <LookAndFeelDialog opened onClose={() => undefined} />
  const choices = (dialog: HTMLElement) => dialog.querySelectorAll('input, button').length
  const builder = (dialog: HTMLElement) => dialog.querySelector('a[href*="theme-builder"]')
  await open(view, without())
  const whole = await openDialog()
  const all = choices(whole)
  expect(builder(whole)).not.toBeNull()
  document.body.replaceChildren()
  await open(view, without('custom-color-scheme', 'theme-builder'))
  const less = await openDialog()
  expect(choices(less)).toBeGreaterThan(0)
  expect(choices(less)).toBeLessThan(all - 20)
  expect(builder(less)).toBeNull()
})
