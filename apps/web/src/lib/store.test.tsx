import { parseHTML } from 'linkedom'
import { expect, test, vi } from 'vitest'
import { createChanges, createStore, useStore } from './store.ts'

test('listeners are called when the value changes, but not when it stays the same', () => {
  const store = createStore<readonly number[]>([])
  let calls = 0
  const leave = store.subscribe(() => calls++)
  store.set([1])
  store.update((now) => now)
  store.update((now) => [...now, 2])
  expect(store.get()).toEqual([1, 2])
  expect(calls).toBe(2)
  leave()
  store.set([])
  expect(calls).toBe(2)
})

test('a listener that leaves while it is notified does not keep the others from hearing', () => {
  const changes = createChanges<[string]>()
  const heard: string[] = []
  const leave = changes.subscribe((text) => {
    heard.push(`one ${text}`)
    leave()
  })
  changes.subscribe((text) => heard.push(`other ${text}`))
  changes.notify('a')
  changes.notify('b')
  expect(heard).toEqual(['one a', 'other a', 'other b'])
})

test('a component re-renders only when the part that it reads has changed', async () => {
  const { window, document } = parseHTML('<main></main>')
  for (const [name, value] of Object.entries({ window, document, HTMLIFrameElement: Object }))
    vi.stubGlobal(name, value)
  const { createRoot } = await import('react-dom/client')
  const words = createStore<Readonly<Record<string, string>>>({ one: 'a', other: 'b' })
  const rendered: string[] = []
  function Word({ name }: { name: string }) {
    const word = useStore(words, (all) => all[name])
    rendered.push(`${name} ${word}`)
    return word
  }
  const place = document.querySelector('main') as unknown as HTMLElement
  const root = createRoot(place)
  root.render(['one', 'other'].map((name) => <Word key={name} name={name} />))
  await expect.poll(() => place.textContent).toBe('ab')
  words.update((all) => ({ ...all, other: 'c' }))
  await expect.poll(() => place.textContent).toBe('ac')
  expect(rendered).toEqual(['one a', 'other b', 'other c'])
})
