import { contract } from '@polylogue/contract/browser'
import { screen, waitFor } from '@testing-library/dom'
import { expect, onTestFinished, test } from 'vitest'
import { botOf } from '#test/chatbot.ts'
import { openPage } from '#test/page.tsx'
import { serverOf } from '#test/server.ts'
import type { InstalledSettings } from '../widget/load.ts'
import { Preview } from './preview.tsx'
import { valuesOf } from './values.ts'

/** Stands in for the script and for the page in the frame: happy-dom loads neither. */
function installedIn(frame: HTMLIFrameElement): InstalledSettings[] {
  const installed: InstalledSettings[] = []
  window.PolylogueChat = {
    install(settings) {
      installed.push(settings)
      return Object.assign(document.createElement('div'), { open: () => undefined })
    },
  }
  onTestFinished(() => void Reflect.deleteProperty(window, 'PolylogueChat'))
  Object.defineProperty(frame, 'contentDocument', { value: document })
  frame.dispatchEvent(new Event('load'))
  return installed
}

test('a preview begins test sessions only, also after its first has ended and with another look', async () => {
  const bot = botOf()
  let opened = 0
  const server = serverOf().answer(contract.chatbots.preview, () => ({
    identifier: bot.identifier,
    session: { token: `plv_${(opened += 1)}`, expires: '2026-01-06T08:00:00.000Z', messages: [] },
    config: {
      widget: bot.widget,
      questionLength: 900,
      sources: 'titles' as const,
      contact: false,
      isOpen: true,
    },
  }))
  const { user } = await openPage(<Preview bot={bot} values={valuesOf(bot)} />, { server })
  const installed = installedIn(await screen.findByTitle<HTMLIFrameElement>('A website with the chatbot'))
  await waitFor(() => expect(installed.at(-1)).toMatchObject({ token: 'plv_1', collapsed: false }))
  await user.click(screen.getByText('Collapsed'))
  await waitFor(() => expect(installed.at(-1)).toMatchObject({ token: 'plv_1', collapsed: true }))
  expect(await installed.at(-1)?.renew()).toBe('plv_2')
  expect(server.sentTo(contract.chatbots.preview)).toHaveLength(2)
})
