import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { loadCode } from './load-code.ts'

/** Adds the link of a stylesheet that did not load, as Vite does; `comes` says whether it loads when it is requested again. */
function missingStyles(comes: () => boolean): string[] {
  const requested: string[] = []
  const link = document.createElement('link')
  Object.assign(link, { rel: 'stylesheet', href: '/assets/row-1.css' })
  link.after = (...nodes) => {
    const again = nodes[0] as HTMLLinkElement
    requested.push(new URL(again.href).pathname)
    queueMicrotask(() => again.dispatchEvent(new Event(comes() ? 'load' : 'error')))
  }
  document.body.append(link)
  return requested
}

/** As Vite: the first attempt fails with the stylesheet, later ones do not ask for it. */
const afterFailure = () =>
  vi.fn(() => Promise.resolve('code')).mockRejectedValueOnce(new Error('no stylesheet'))

beforeEach(() => {
  vi.useFakeTimers()
  vi.stubGlobal('fetch', () => Promise.reject(new TypeError('offline')))
  onTestFinished(() => {
    vi.useRealTimers()
    vi.unstubAllGlobals()
  })
})

test('code whose stylesheet fails is shown when the stylesheet has come', async () => {
  let isBack = false
  const requested = missingStyles(() => isBack)
  const shown = vi.fn()
  void loadCode(afterFailure()).then(shown)
  await vi.advanceTimersByTimeAsync(400)
  expect([requested.length, shown.mock.calls.length]).toEqual([1, 0])
  isBack = true
  await vi.advanceTimersByTimeAsync(1_100)
  expect(requested).toEqual(['/assets/row-1.css', '/assets/row-1.css'])
  expect(shown).toHaveBeenCalledWith('code')
})

test('code whose stylesheet never comes fails, instead of being shown without it', async () => {
  missingStyles(() => false)
  const failed = vi.fn()
  loadCode(afterFailure()).catch(failed)
  await vi.advanceTimersByTimeAsync(15_000)
  expect(failed).toHaveBeenCalledOnce()
})
