import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { parseHTML } from 'linkedom'
import type { ReactNode } from 'react'
import { MemoryRouter, Route, Routes } from 'react-router'
import { expect, test, vi } from 'vitest'
import { ApiProvider, type Api } from '#lib/api.ts'
import { ConfigProvider, createConfigStore } from '#lib/config.ts'
import { createSessionStore } from '#lib/session.ts'
import { draftsOf } from '#features/drafts/index.ts'
import { RequireSession, SessionProvider } from '#features/session/index.ts'
import { useFiles, type Files } from './use-files.ts'

const convertPicture = vi.hoisted(() => vi.fn<(file: File) => Promise<File>>())
vi.mock('#lib/convert-picture.ts', () => ({ convertPicture }))

/** The page of user 7, which shows the files of tabs. `kept` has what is stored of them. */
async function page() {
  const { window, document } = parseHTML('<main></main>')
  for (const [name, value] of Object.entries({ window, document, HTMLIFrameElement: Object }))
    vi.stubGlobal(name, value)
  const { createRoot } = await import('react-dom/client')
  const store = createSessionStore(undefined, new EventTarget())
  store.set({ userId: 7, access: 'a', refresh: 'r', expires: Number.MAX_SAFE_INTEGER })
  const api = { call: () => new Promise(() => undefined), of: () => api } as unknown as Api
  const cache = new QueryClient()
  const kept: string[] = []
  vi.spyOn(draftsOf(cache), 'keepFiles').mockImplementation((draft, files) => {
    kept.push(...files.map(({ file }) => `${draft} ${file.name}`))
  })
  const rendered = vi.fn<(files: Files) => void>()
  function Tab({ id }: { id: number }): ReactNode {
    const files = useFiles({ id, defaultModelId: 1 })
    rendered(files)
    return <p>{`${id}: ${files.chosen.map(({ file }) => file.name).join()}`}</p>
  }
  const place = document.querySelector('main') as unknown as HTMLElement
  const root = createRoot(place)
  const open = (id: number) =>
    root.render(
      <MemoryRouter>
        <QueryClientProvider client={cache}>
          <ApiProvider value={api}>
            <ConfigProvider value={createConfigStore({ read: () => Promise.resolve(undefined), name: null })}>
              <SessionProvider store={store}>
                <Routes>
                  <Route path="/" element={<RequireSession>{<Tab key={id} id={id} />}</RequireSession>} />
                  <Route path="/sign-in" element="Sign in" />
                </Routes>
              </SessionProvider>
            </ConfigProvider>
          </ApiProvider>
        </QueryClientProvider>
      </MemoryRouter>,
    )
  const converted = Promise.withResolvers<File>()
  convertPicture.mockReturnValue(converted.promise)
  open(11)
  await expect.poll(() => place.textContent).toBe('11: ')
  rendered.mock.lastCall![0].add([new File(['x'], 'photo.heic')])
  await expect.poll(() => rendered.mock.lastCall![0].isConverting).toBe(true)
  await vi.waitFor(() => expect(convertPicture).toHaveBeenCalled())
  const convert = async () => {
    converted.resolve(new File(['x'], 'photo.jpg', { type: 'image/jpeg' }))
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { place, store, kept, open, convert, tab: () => place.querySelector('p') }
}

test('a picture is in the draft once it is converted', async () => {
  const { place, kept, convert } = await page()
  await convert()
  await expect.poll(() => place.textContent).toBe('11: photo.jpg')
  expect(kept).toEqual(['7.tab.11 photo.jpg'])
})

test('a picture that is converted after another tab was opened is kept in the draft of its own', async () => {
  const { place, kept, open, convert } = await page()
  open(12)
  await expect.poll(() => place.textContent).toBe('12: ')
  await convert()
  expect(kept).toEqual(['7.tab.11 photo.jpg'])
  expect(place.textContent).toBe('12: ')
})

test('a picture that is converted after its user has signed out is kept nowhere', async () => {
  const { place, store, kept, convert } = await page()
  store.leave()
  await expect.poll(() => place.textContent).toBe('Sign in')
  await convert()
  expect(kept).toEqual([])
})

test('a picture that is converted after another user has signed in is kept nowhere, nor shown', async () => {
  const { place, store, kept, convert, tab } = await page()
  const first = tab()
  store.set({ userId: 8, access: 'a', refresh: 'r', expires: Number.MAX_SAFE_INTEGER })
  await expect.poll(tab).not.toBe(first)
  await convert()
  expect(kept).toEqual([])
  expect(place.textContent).toBe('11: ')
})
