import type { GoldenSet } from '@polylogue/contract'
import { contract } from '@polylogue/contract/browser'
import { screen, waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { useStoredSettings } from '#features/settings/index.ts'
import { openPage } from '#test/page.tsx'
import { serverOf } from '#test/server.ts'
import { Prompts } from './prompts.tsx'

const SET = {
  id: 5,
  hasAdminAccess: true,
  prompts: [{ title: 'Bids', prompt: 'Who signs?', promptId: 7, checks: [] }],
} as unknown as GoldenSet

/** Loads the settings, as the shell does. */
function View() {
  useStoredSettings()
  return <Prompts set={SET} />
}

const open = (installed: string, at = '/goldensets/5') => {
  const setting = {
    settingId: 63,
    name: 'plugin.prompt-repository',
    value: installed,
    validUntil: '9999-12-30T23:59:59.000Z',
    modified: '2026-01-05T08:00:00.000Z',
  }
  const server = serverOf()
    .answer(contract.settings.list, { Settings: [setting] })
    .answer(contract.prompts.list, { Prompts: [] }, { total: 0 })
  return openPage(<View />, { server, at })
}

const offered = () => [
  screen.queryByRole('button', { name: 'Add saved prompt' }) !== null,
  screen.queryByRole('link', { name: 'Saved prompt' }) !== null,
]

test('saved prompts are offered with the prompt repository, and not without it (PLUGIN-2)', async () => {
  await open('true')
  expect(await screen.findByRole('button', { name: 'Add prompt' })).toBeTruthy()
  expect(offered()).toEqual([true, true])
})

test('without the prompt repository neither button, link nor dialog leads there (PLUGIN-2)', async () => {
  await open('false', '/goldensets/5?dialog=pick-golden-prompt')
  expect(await screen.findByRole('button', { name: 'Add prompt' })).toBeTruthy()
  await waitFor(() => expect(offered()).toEqual([false, false]))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})
