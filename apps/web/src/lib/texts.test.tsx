import { parseHTML } from 'linkedom'
import { Component, startTransition, Suspense, useState, type ReactNode } from 'react'
import { prerender } from 'react-dom/static'
import { renderToStaticMarkup } from 'react-dom/server'
import { beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { TextsProvider, useTranslation } from './texts.ts'
import { translations, type Texts } from './translations.ts'

const TEXTS: Record<string, Record<string, Record<string, string>>> = {
  en: { ui: { cancel: 'Cancel', requestId: '{{id}} left' }, about: { title: 'Far away' } },
  de: { ui: { cancel: 'Abbrechen', requestId: 'noch {{id}}' }, about: { title: 'Weit weg' } },
}
let asked: string[] = []
/** Reads a noun as from a file. */
function read(language: string, noun: string): Promise<Texts> {
  asked.push(`${language} ${noun}`)
  return new Promise((resolve) => setTimeout(() => resolve(TEXTS[language]?.[noun] ?? {})))
}

beforeEach(() => {
  asked = []
  translations.start({ language: 'en', texts: { ui: TEXTS['en']!['ui']! }, read })
})

function ShownTexts() {
  const { t, i18n } = useTranslation('ui')
  return (
    <p lang={i18n.language}>
      {t('cancel')} {t('requestId', { id: '3' })} {t('requestId', { id: '4' })} {t('close')}
    </p>
  )
}

function Far() {
  const { t } = useTranslation(['about', 'ui'])
  return (
    <p>
      {t('title')} {t('ui:cancel')}
    </p>
  )
}

/** Renders the page and waits until nothing suspends. */
async function drawn(page: ReactNode): Promise<string> {
  const { prelude } = await prerender(<TextsProvider>{page}</TextsProvider>)
  // React separates adjacent texts with comments.
  return (await new Response(prelude).text()).replace(/<!--.*?-->/g, '')
}

const words = () =>
  renderToStaticMarkup(
    <TextsProvider>
      <ShownTexts />
    </TextsProvider>,
  )

test('shows the texts of the current language and follows a change of language', async () => {
  expect(words()).toBe('<p lang="en">Cancel 3 left 4 left close</p>')
  expect(renderToStaticMarkup(<ShownTexts />)).toBe(words())
  await translations.change('de')
  expect(words()).toBe('<p lang="de">Abbrechen noch 3 noch 4 close</p>')
  expect(renderToStaticMarkup(<ShownTexts />)).toBe(words())
})

test('waits for texts that are not loaded and requests them once', async () => {
  const page = (
    <Suspense fallback="…">
      <Far />
      <Far />
    </Suspense>
  )
  expect(await drawn(page)).toContain('<p>Far away Cancel</p><p>Far away Cancel</p>')
  expect(asked).toEqual(['en about'])
  await translations.change('de')
  expect(await drawn(page)).toContain('<p>Weit weg Abbrechen</p>')
})

test('finds a text once its namespace was loaded by other code', async () => {
  function Early() {
    const say = useTranslation('ui').t as (key: string) => string
    return <p>{say('about:title')}</p>
  }
  const page = () => renderToStaticMarkup(<Early />)
  expect(page()).toBe('<p>title</p>')
  await translations.load(['about'])
  expect(page()).toBe('<p>Far away</p>')
})

/** A document for React's DOM, and the element to render into. */
async function inPage() {
  const { window, document } = parseHTML('<main></main>')
  for (const [name, value] of Object.entries({ window, document, HTMLIFrameElement: Object }))
    vi.stubGlobal(name, value)
  onTestFinished(() => void vi.unstubAllGlobals())
  const { createRoot } = await import('react-dom/client')
  return { place: document.querySelector('main') as unknown as HTMLElement, createRoot }
}

/** Like the page's “failed, reload”. */
class Failing extends Component<{ children: ReactNode }> {
  override state = { failed: false }
  static getDerivedStateFromError = () => ({ failed: true })
  override render = () => (this.state.failed ? 'Failed' : this.props.children)
}

test('texts that could not be loaded fail the page, in each render, until it is loaded again', async () => {
  const { place, createRoot } = await inPage()
  const reading = vi.fn(() => Promise.reject<Texts>(new Error('offline')))
  const texts = { ui: TEXTS['en']!['ui']! }
  translations.start({ language: 'en', texts, read: reading })
  const root = createRoot(place, { onCaughtError: () => undefined })
  const show = (key: string) =>
    root.render(
      <TextsProvider>
        <Suspense fallback="…">
          <Failing key={key}>
            <Far />
          </Failing>
        </Suspense>
      </TextsProvider>,
    )
  show('first')
  await expect.poll(() => place.textContent).toBe('Failed')
  show('second')
  await expect.poll(() => place.textContent).toBe('Failed')
  expect(reading).toHaveBeenCalledTimes(1)
  // As a reload does.
  translations.start({ language: 'en', texts, read })
  show('third')
  await expect.poll(() => place.textContent).toBe('Far away Cancel')
})

test('renders a page opened in a transition with its late texts, without React errors', async () => {
  const { place, createRoot } = await inPage()
  // Loaded at once, but not on the first call: React then does not restart the component but resumes it.
  vi.spyOn(translations, 'load').mockImplementation(() => {
    translations.add('en', 'about', TEXTS['en']!['about']!)
    return Promise.resolve()
  })
  function Page() {
    const { t } = useTranslation('about')
    const [year] = useState(2026)
    return `${t('title')}, ${year}`
  }
  const wrong: unknown[] = []
  const note = (error: unknown) => wrong.push(error)
  const root = createRoot(place, { onRecoverableError: note, onUncaughtError: note })
  const show = (page: ReactNode) =>
    root.render(
      <TextsProvider>
        <Suspense fallback="…">{page}</Suspense>
      </TextsProvider>,
    )
  show('Here')
  await expect.poll(() => place.textContent).toBe('Here')
  startTransition(() => show(<Page />))
  await expect.poll(() => place.textContent).toBe('Far away, 2026')
  expect(wrong).toEqual([])
})
