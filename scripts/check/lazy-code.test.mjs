import { expect, test } from 'vitest'
import { lazyCode } from './lazy-code.mjs'

const foundIn = (text) => lazyCode({ files: ['apps/web/src/x.tsx'], read: () => text }).problems

test('the page loads code through helpers only', () => {
  const { seen, problems } = lazyCode()
  expect(seen).toBeGreaterThan(1_000)
  expect(problems).toEqual([])
})

test.each([
  ["const View = lazyView(async () => (await import('./view.tsx')).View)"],
  ["const load = () => import('./view.tsx')\nconst View = lazyView(async () => (await load()).View)"],
  ["const views = () => import('./views.ts')\nconst page = { load: async () => (await views()).page }"],
  ["async function save() { const { write } = await loadCode(() => import('./write.ts')) }"],
  [
    "const page = (load: Load) => async () => ({ Component: await loadCode(load) })\npage(() => import('./a.tsx'))",
  ],
  ["const load = () => import('./view.tsx')\nconst warm = () => void load().catch(() => undefined)"],
  ["const begin = (load: Load) => void load().catch(() => undefined)\nbegin(() => import('./main.tsx'))"],
  [
    "const page = { load: async () => {\n  const { a } = await import('./a.ts')\n  return a((await import('./b.ts')).B) } }",
  ],
])('accepts %s', (text) => {
  expect(foundIn(text)).toEqual([])
})

test.each([
  ["async function save() {\n  const { write } = await import('./write.ts') }"],
  ["const save = async () => {\n  ;(await import('./write.ts')).write() }"],
  ["const load = () => import('./view.tsx')\nload().then(show)"],
  ["<button\n onClick={async () => (await import('./write.ts')).write()} />"],
  ["useEffect(() =>\n  void import('./write.ts').then(({ write }) => write()))"],
  ["export const load = () => import('./view.tsx')\nload().then(show)"],
])('finds %s', (text) => {
  expect(foundIn(text)).toEqual([expect.stringMatching(/x\.tsx:2: /)])
})

test('finds calls of loaders of other files', () => {
  const files = {
    'later.ts': "export const loadView = async () => (await import('./view.tsx')).View",
    'good.tsx': 'const View = lazyView(async () => (await loadView()))',
    'bad.tsx': 'loadView().then(show)',
  }
  const { problems } = lazyCode({ files: Object.keys(files), read: (file) => files[file] })
  expect(problems).toEqual([expect.stringMatching(/^bad\.tsx:1: /)])
})
