import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { leavePage } from '#lib/per-page.ts'
import { draftsOf } from './drafts.ts'
import { keptFilesOf } from './kept-files.ts'
import type { SentDraft } from './stored-texts.ts'

const KEY = '7.tab.11'
const SENT: SentDraft = { field: 'why', pasted: ['long'], files: ['a', 'b'], after: 40, isBack: false }

beforeEach(() => {
  const stored = new Map<string, string>()
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => stored.set(key, text),
    removeItem: (key: string) => stored.delete(key),
  })
})
afterEach(() => void vi.unstubAllGlobals())

/** A page that notes which files it deletes. */
function page() {
  const cache = new QueryClient()
  const deleted: unknown[] = []
  vi.spyOn(keptFilesOf(cache), 'forget').mockImplementation((ids) => {
    deleted.push(...ids)
    return Promise.resolve()
  })
  return { cache, drafts: draftsOf(cache), deleted }
}

test('a message stays stored until the server has it, with its files', () => {
  const { drafts, deleted } = page()
  drafts.holdFiles(SENT.files)
  drafts.send(KEY, SENT)
  expect([drafts.isUnderWay(KEY), drafts.sent(KEY)]).toEqual([true, SENT])
  drafts.removeFiles(['a', 'c'])
  expect(deleted, 'only what is not on its way').toEqual(['c'])
  drafts.arrived(KEY, SENT.files)
  expect([drafts.isUnderWay(KEY), drafts.sent(KEY)]).toEqual([false, undefined])
  expect(deleted).toEqual(['c', 'a', 'b'])
})

test('a message without a reply stays stored, because the server may have it; a refused one does not', () => {
  const { drafts } = page()
  drafts.send(KEY, SENT)
  drafts.failed(KEY, true)
  expect([drafts.isUnderWay(KEY), drafts.sent(KEY)]).toEqual([false, { ...SENT, isBack: true }])
  drafts.send(KEY, SENT)
  drafts.failed(KEY, false)
  expect(drafts.sent(KEY)).toBeUndefined()
})

test('a file that the server has is not read into the composer again, a returned one is', () => {
  const { drafts } = page()
  drafts.forgetFiles(['a'])
  drafts.holdFiles(['b'])
  drafts.releaseFiles(['b'])
  expect(['a', 'b'].map((id) => drafts.isHeld(id))).toEqual([true, false])
})

test('nothing is on its way in a second page, after a reload, or after the user has left', () => {
  const { cache, drafts } = page()
  drafts.send(KEY, SENT)
  expect(draftsOf(new QueryClient()).isUnderWay(KEY)).toBe(false)
  leavePage(cache)
  expect(drafts.isUnderWay(KEY)).toBe(false)
})

test('large pastes are stored a moment later; what cannot be read counts as none', async () => {
  const { drafts } = page()
  drafts.writeField(KEY, 'why')
  drafts.writePasted(KEY, ['one', 'two'])
  await vi.waitFor(() => expect(drafts.read(KEY)).toEqual({ field: 'why', pasted: ['one', 'two'] }))
  localStorage.setItem(`polylogue.draft.${KEY}.pasted`, '{')
  localStorage.setItem(`polylogue.draft.${KEY}.sent`, '{')
  expect([drafts.read(KEY), drafts.sent(KEY)]).toEqual([{ field: 'why', pasted: [] }, undefined])
})

test('what is put back in a draft that nobody shows is before what was written since, in any page', async () => {
  page().drafts.writeField(KEY, 'more')
  page().drafts.restore(KEY, { field: 'why', pasted: ['long'] })
  const { drafts } = page()
  await vi.waitFor(() => expect(drafts.read(KEY)).toEqual({ field: 'why\n\nmore', pasted: ['long'] }))
})
