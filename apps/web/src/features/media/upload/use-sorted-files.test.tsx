import { parseHTML } from 'linkedom'
import { useEffect } from 'react'
import { expect, test, vi } from 'vitest'
import { useSortedFiles } from './use-sorted-files.ts'

const convertPicture = vi.hoisted(() => vi.fn<(file: File) => Promise<File>>())
vi.mock('#lib/convert-picture.ts', () => ({ convertPicture }))

type Take = (files: readonly File[]) => void

/** A form in which a picture is being converted. */
async function form() {
  const { window, document } = parseHTML('<main></main>')
  for (const [name, value] of Object.entries({ window, document, HTMLIFrameElement: Object }))
    vi.stubGlobal(name, value)
  const { createRoot } = await import('react-dom/client')
  const rendered = vi.fn<(sorted: ReturnType<typeof useSortedFiles>) => void>()
  const effects = vi.fn<(take: Take | undefined) => void>()
  function Form({ take }: { take: Take }) {
    const sorted = useSortedFiles(take)
    rendered(sorted)
    useEffect(() => {
      effects(take)
      return () => effects(undefined)
    }, [take])
    return sorted.isConverting ? 'converting' : 'ready'
  }
  const place = document.querySelector('main') as unknown as HTMLElement
  const root = createRoot(place)
  const show = async (take: Take | undefined) => {
    root.render(take ? <Form take={take} /> : 'closed')
    await vi.waitFor(() => expect(effects).toHaveBeenLastCalledWith(take))
  }
  const converted = Promise.withResolvers<File>()
  convertPicture.mockReturnValue(converted.promise)
  const take = vi.fn<Take>()
  await show(take)
  rendered.mock.lastCall![0].add([new File(['x'], 'a.txt'), new File(['x'], 'photo.heic')])
  await expect.poll(() => place.textContent).toBe('converting')
  expect(names(take)).toEqual(['a.txt'])
  const convert = async () => {
    converted.resolve(new File(['x'], 'photo.jpg', { type: 'image/jpeg' }))
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { place, take, show, convert }
}

const names = (take: { mock: { calls: Parameters<Take>[] } }) =>
  take.mock.calls.flatMap(([files]) => files.map(({ name }) => name))

test('a form takes a picture once it is converted, for the data source that it has by then', async () => {
  const { place, take, show, convert } = await form()
  const later = vi.fn<Take>()
  await show(later)
  await convert()
  await expect.poll(() => place.textContent).toBe('ready')
  expect([names(take), names(later)]).toEqual([['a.txt'], ['photo.jpg']])
})

test('a form that was closed meanwhile takes nothing', async () => {
  const { place, take, show, convert } = await form()
  await show(undefined)
  await expect.poll(() => place.textContent).toBe('closed')
  await convert()
  expect(names(take)).toEqual(['a.txt'])
})
