import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { brandingOf, loadBranding, suspendStylesheet } from './branding.ts'
import { NO_BRANDING } from './config.ts'
import { recall } from './preferences.ts'

const FOLDER = '/static/customer-branding/werke/'
const sheets = () =>
  [...document.querySelectorAll('link[data-branding]')].map((link) => link.getAttribute('href'))
const answer = (reply: () => Response | Promise<Response>) =>
  vi.stubGlobal(
    'fetch',
    vi.fn(async () => reply()),
  )

beforeEach(() => localStorage.clear())
afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  document.body.replaceChildren()
})

test('a branding is applied and remembered, and its end forgotten (BRAND-1)', async () => {
  const file = {
    name: 'Werke',
    customStylesheet: 'our.css',
    colourStylesheet: 'colours-1.css',
    logo: { light: 'l.svg' },
  }
  answer(() => Response.json(file))
  const branding = await loadBranding('werke')
  expect(branding).toEqual({
    name: 'Werke',
    signInText: '',
    logo: { light: `${FOLDER}l.svg`, dark: `${FOLDER}l.svg` },
    sheets: [`${FOLDER}colours-1.css`, `${FOLDER}our.css`],
  })
  expect(sheets()).toEqual(branding?.sheets)
  expect(JSON.parse(recall('branding') ?? '')).toEqual(branding)
  const [first] = document.querySelectorAll('link')
  await loadBranding('werke')
  expect(document.querySelector('link')).toBe(first)

  const info = vi.spyOn(console, 'info').mockReturnValue()
  answer(() => new Response('', { status: 404 }))
  expect(await loadBranding('werke')).toBe(NO_BRANDING)
  expect([sheets(), recall('branding')]).toEqual([[], null])
  expect(info).toHaveBeenCalledWith(`There is no branding: ${FOLDER}branding.json (404)`)
})

test('without a response the remembered branding stays, and it is only logged (BRAND-2)', async () => {
  answer(() => Response.json({ name: 'Werke', customStylesheet: 'our.css' }))
  await loadBranding('werke')
  const info = vi.spyOn(console, 'info').mockReturnValue()
  answer(() => Promise.reject(new TypeError('Failed to fetch')))
  expect(await loadBranding('werke')).toBeUndefined()
  expect([sheets().length, recall('branding')?.includes('Werke'), info.mock.calls.length]).toEqual([
    1,
    true,
    1,
  ])
})

test('a stylesheet is taken off the page and applied again, the colours stay (BRAND-4)', async () => {
  answer(() => Response.json({ customStylesheet: 'our.css', colourStylesheet: 'colours-0123456789ab.css' }))
  await loadBranding('werke')
  const off = () =>
    [...document.querySelectorAll<HTMLLinkElement>('link[data-branding]')].map(({ disabled }) =>
      Boolean(disabled),
    )
  const resume = suspendStylesheet()
  expect(off()).toEqual([false, true])
  resume()
  expect(off()).toEqual([false, false])
})

test('an empty or unfit customer asks nothing', async () => {
  answer(() => Response.json({}))
  for (const customer of ['', '../x', 'a/b', 'A']) expect(await loadBranding(customer)).toBe(NO_BRANDING)
  expect(fetch).not.toHaveBeenCalled()
})

test.each([
  'https://evil.example/x.css',
  '//evil.example/x.css',
  '\\\\evil.example/x.css',
  'data:text/css,x',
  'javascript:alert(1)',
  '/api/v1/health',
  '../../../api/v1/health',
  7,
  null,
])('the path %s is ignored', (path) => {
  const found = brandingOf({ customStylesheet: path, logo: { light: path, dark: path } }, FOLDER)
  expect([found.sheets, found.logo]).toEqual([[], { light: '', dark: '' }])
})

test.each([null, 'x', 7, { logo: 'x', name: {} }])('a file that is %j counts as empty', (file) => {
  expect(brandingOf(file, FOLDER)).toEqual(NO_BRANDING)
})
