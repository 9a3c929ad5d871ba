import { contract } from '@polylogue/contract/browser'
import { screen, waitFor } from '@testing-library/dom'
import { expect, test } from 'vitest'
import { botOf } from '#test/chatbot.ts'
import { openPage } from '#test/page.tsx'
import { serverOf } from '#test/server.ts'
import type { InstalledSettings } from '../widget/load.ts'
import { Preview } from './preview.tsx'
import { valuesOf } from './values.ts'

/** Stands in for the script in the frame: jsdom loads none. */
async function installedIn(frame: HTMLIFrameElement): Promise<InstalledSettings[]> {
  const installed: InstalledSettings[] = []
  await waitFor(() => {
    const page = frame.contentDocument
    const script = page?.head.querySelector('script[src$="/widget.js"]')
    expect(script).toBeTruthy()
    Object.assign(page?.defaultView ?? {}, {
      PolylogueChat: {
        install(settings: InstalledSettings) {
          installed.push(settings)
          return Object.assign(document.createElement('div'), { open: () => undefined })
        },
      },
    })
    script?.dispatchEvent(new Event('load'))
  })
  await waitFor(() => expect(installed.length).toBeGreaterThan(0))
  return installed
}

test('a preview begins test sessions only, also after its first has ended and with another look', async () => {
  const bot = botOf()
  let opened = 0
  const server = serverOf().answer(contract.chatbots.preview, () => ({
    identifier: bot.identifier,
    session: { token: `plv_${(opened += 1)}`, expires: '2026-01-06T08:00:00.000Z', messages: [] },
    config: { widget: bot.widget, questionLength: 900, sources: 'titles' as const, contact: false, isOpen: true },
  }))
  const { user } = await openPage(<Preview bot={bot} values={valuesOf(bot)} />, { server })
  const installed = await installedIn(screen.getByTitle<HTMLIFrameElement>('A website with the chatbot'))
  expect(installed.at(-1)).toMatchObject({ token: 'plv_1', collapsed: false })
  await user.click(screen.getByText('Collapsed'))
  await waitFor(() => expect(installed.at(-1)).toMatchObject({ token: 'plv_1', collapsed: true }))
  expect(await installed.at(-1)?.renew()).toBe('plv_2')
  expect(server.sentTo(contract.chatbots.preview)).toHaveLength(2)
})
