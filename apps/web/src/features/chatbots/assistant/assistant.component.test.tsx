import { contract } from '@polylogue/contract/browser'
import { screen, waitFor } from '@testing-library/dom'
import { expect, onTestFinished, test, vi } from 'vitest'
import { botOf } from '#test/chatbot.ts'
import { openPage } from '#test/page.tsx'
import { serverOf } from '#test/server.ts'
import type { InstalledSettings } from '../widget/load.ts'
import { Assistant } from './assistant.tsx'

const serving = () => {
  const { widget, rules } = botOf()
  return serverOf().answer(contract.chatbots.assistant, {
    identifier: 'assistant-bot',
    session: { token: 'plv_1', expires: '2026-01-06T08:00:00.000Z', messages: [] },
    config: { widget, questionLength: rules.questionLength, sources: 'titles', contact: false, isOpen: true },
  })
}

/** Stands in for the script: jsdom loads none. */
function putScript(): InstalledSettings[] {
  const installed: InstalledSettings[] = []
  window.PolylogueChat = {
    install(settings) {
      installed.push(settings)
      const element = document.createElement('polylogue-chat')
      document.body.append(element)
      return Object.assign(element, { open: () => undefined })
    },
  }
  onTestFinished(() => void Reflect.deleteProperty(window, 'PolylogueChat'))
  return installed
}

test('it installs the widget with its session, in the theme of the page', async () => {
  const installed = putScript()
  await openPage(<Assistant />, { server: serving() })
  await waitFor(() => expect(installed).toHaveLength(1))
  expect(installed[0]).toMatchObject({ chatbotId: 'assistant-bot', token: 'plv_1', dark: false, lang: 'en' })
})

test('a session that has ended is replaced by another one of the assistant', async () => {
  const installed = putScript()
  const server = serving()
  await openPage(<Assistant />, { server })
  await waitFor(() => expect(installed).toHaveLength(1))
  expect(await installed[0]?.renew()).toBe('plv_1')
  // The one that has ended is not offered again.
  expect(server.sentTo(contract.chatbots.assistant)).toEqual([{ language: 'en' }, { language: 'en' }])
})

test('chatbot script load failures: logged only', async () => {
  const info = vi.spyOn(console, 'info').mockImplementation(() => undefined)
  onTestFinished(() => info.mockRestore())
  const server = serverOf()
  await openPage(<Assistant />, { server })
  await waitFor(() => {
    document.head.querySelector('script[src$="/widget.js"]')?.dispatchEvent(new Event('error'))
    expect(info).toHaveBeenCalled()
  })
  expect(screen.queryByRole('alert')).toBeNull()
  expect(server.sentTo(contract.chatbots.assistant)).toEqual([])
})
