import { afterEach, expect, test, vi } from 'vitest'
import { copyText } from './copy-text.ts'

afterEach(() => void vi.unstubAllGlobals())

/** A browser as strict as Safari: it allows the clipboard during the click only. Returns what is copied. */
function strictBrowser({ takesPromises = true } = {}) {
  const click = { isNow: true }
  const copied: string[] = []
  const refusing = () => Promise.reject(new DOMException('Not in a click.', 'NotAllowedError'))
  class Item {
    readonly data: Record<string, Promise<Blob>>
    constructor(data: Record<string, Promise<Blob>>) {
      this.data = data
    }
  }
  const clipboard = {
    async write([item]: Item[]) {
      if (!click.isNow) return refusing()
      copied.push(await (await item!.data['text/plain']!).text())
    },
    writeText: (text: string) => (click.isNow ? Promise.resolve(void copied.push(text)) : refusing()),
  }
  vi.stubGlobal('navigator', { clipboard })
  vi.stubGlobal('ClipboardItem', takesPromises ? Item : undefined)
  const field = { select: () => undefined, remove: () => undefined }
  vi.stubGlobal('HTMLElement', class {})
  vi.stubGlobal('document', {
    activeElement: null,
    createElement: () => field,
    body: { append: () => undefined },
    execCommand: () => click.isNow,
  })
  return { copied, end: () => (click.isNow = false) }
}

test('a text that is still loading when the click is over is copied', async () => {
  const { copied, end } = strictBrowser()
  const text = Promise.withResolvers<string>()
  const copying = copyText(text.promise)
  end()
  text.resolve('a long prompt')
  expect([await copying, copied]).toEqual([true, ['a long prompt']])
})

test('a browser without such a clipboard copies the loaded text', async () => {
  const { copied } = strictBrowser({ takesPromises: false })
  expect([await copyText(Promise.resolve('a prompt')), copied]).toEqual([true, ['a prompt']])
})

test('a text that cannot be loaded is not copied, and one that is there is copied at once', async () => {
  const { copied, end } = strictBrowser()
  expect([await copyText(Promise.reject(new Error('gone'))), copied]).toEqual([false, []])
  const copying = copyText('a prompt')
  end()
  expect([await copying, copied]).toEqual([true, ['a prompt']])
})
