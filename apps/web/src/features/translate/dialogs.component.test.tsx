// The dialogs that translate a text and the text of a message field.
import { contract } from '@polylogue/contract/browser'
import { screen, waitFor, within } from '@testing-library/dom'
import { useState } from 'react'
import { expect, test } from 'vitest'
import { openDialog, openPage } from '#test/page.tsx'
import { serverOf } from '#test/server.ts'
import { useStoredSettings } from '#features/settings/index.ts'
import { TranslatePromptDialog } from './prompt-dialog.tsx'
import { TranslateDialog } from './translate-dialog.tsx'

const provider = { name: 'House', kind: 'libretranslate', external: false } as const
const NAMES = { bg: 'Bulgarian', de: 'German', en: 'English' }
const settingOf = (name: string, value: string) => ({
  settingId: 63,
  name,
  value,
  validUntil: '9999-12-30T23:59:59.000Z',
  modified: '2026-01-05T08:00:00.000Z',
})

/** A server that translates into capitals, and keeps the default languages. */
function translating(isExternal = false) {
  let defaults = ''
  return serverOf()
    .answer(contract.settings.list, () => ({ Settings: [settingOf('translateDefaults', defaults)] }))
    .answer(contract.settings.setByName, ({ body }) => {
      const { settingName, settingValue } = body as { settingName: string; settingValue: string }
      defaults = settingValue
      return { setting: settingOf(settingName, settingValue) }
    })
    .answer(contract.translate.langs, {
      sourceLangs: NAMES,
      targetLangs: NAMES,
      provider: { ...provider, external: isExternal },
      reason: null,
    })
    .answer(contract.translate.text, ({ body }) => ({
      targetText: (body as { sourceText: string }).sourceText.toUpperCase(),
      detectedLang: null,
      provider,
    }))
}

const field = (name: string) => within(screen.getByRole('dialog')).getByLabelText<HTMLInputElement>(name)
const press = (name: string) => within(screen.getByRole('dialog')).getByRole('button', { name })

test('a text is required; a failed second translation keeps it and the first result', async () => {
  const server = translating()
  const { user } = await openPage(<TranslateDialog opened onClose={() => undefined} />, { server })
  const dialog = within(await openDialog('Translate'))
  expect(await dialog.findByText('Uses House')).toBeTruthy()
  expect([field('From').value, field('To').value]).toEqual(['', 'en'])
  await user.click(press('Translate'))
  expect(await dialog.findByText('Enter a text.')).toBeTruthy()
  expect(server.sentTo(contract.translate.text)).toEqual([])
  await user.selectOptions(field('To'), 'German')
  await user.type(field('Text'), 'Good morning')
  await user.click(press('Translate'))
  const result = await dialog.findByLabelText<HTMLTextAreaElement>('Translation')
  expect([result.value, result.readOnly, result.lang]).toEqual(['GOOD MORNING', true, 'de'])
  expect(server.sentTo(contract.translate.text)).toEqual([{ targetLang: 'de', sourceText: 'Good morning' }])
  server.refuse(contract.translate.text, { status: 502, errorCode: 'TRANSLATOR_FAILED' })
  await user.clear(field('Text'))
  await user.type(field('Text'), 'Good evening')
  await user.click(press('Translate'))
  expect((await dialog.findByRole('alert')).textContent).toContain('did not return a translation')
  expect(field('Text').value).toBe('Good evening')
  expect(result.value).toBe('GOOD MORNING')
})

test('an external service is named with a warning', async () => {
  await openPage(<TranslateDialog opened onClose={() => undefined} />, { server: translating(true) })
  expect(await screen.findByText('House is external: the text is sent to a third party.')).toBeTruthy()
})

/** A message field with a button that opens the dialog; loads the settings, as the shell does. */
function Message() {
  useStoredSettings()
  const [text, setText] = useState('Is the bid valid?')
  const [opened, setOpened] = useState(false)
  const content = { field: text, pasted: [] }
  return (
    <>
      <button type="button" onClick={() => setOpened(true)}>
        Open
      </button>
      <output>{text}</output>
      <TranslatePromptDialog
        opened={opened}
        onClose={() => setOpened(false)}
        field={{
          empty: text === '',
          whole: () => text,
          take: () => (setText(''), content),
          restore: (kept) => setText(kept.field),
          add: setText,
        }}
      />
    </>
  )
}

const message = () => document.querySelector('output')?.textContent
const isClosed = () => waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

test('the languages of a message are stored as default and reset; closing leaves the message', async () => {
  const { user } = await openPage(<Message />, { server: translating() })
  const open = async () => {
    await user.click(screen.getByRole('button', { name: 'Open' }))
    await within(await openDialog('Translate prompt')).findByLabelText('To')
  }
  await screen.findByRole('button', { name: 'Open' })
  await open()
  await user.selectOptions(field('From'), 'English')
  await user.selectOptions(field('To'), 'Bulgarian')
  await user.click(press('Save as default'))
  expect(await screen.findByText('Languages saved as default.')).toBeTruthy()
  await user.click(press('Cancel'))
  await isClosed()
  expect(message()).toBe('Is the bid valid?')
  await open()
  expect([field('From').value, field('To').value]).toEqual(['en', 'bg'])
  await user.click(press('Reset'))
  expect([field('From').value, field('To').value]).toEqual(['', 'en'])
})

test('a translated message is switched back and forth', async () => {
  const server = translating()
  const { user } = await openPage(<Message />, { server })
  await user.click(await screen.findByRole('button', { name: 'Open' }))
  await within(await openDialog()).findByLabelText('To')
  await user.selectOptions(field('To'), 'Bulgarian')
  await user.click(press('Translate'))
  await isClosed()
  await waitFor(() => expect(message()).toBe('IS THE BID VALID?'))
  expect(screen.getByText('Translated into Bulgarian by House')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Show original' }))
  await waitFor(() => expect(message()).toBe('Is the bid valid?'))
  await user.click(screen.getByRole('button', { name: 'Show translation' }))
  await waitFor(() => expect(message()).toBe('IS THE BID VALID?'))
})
